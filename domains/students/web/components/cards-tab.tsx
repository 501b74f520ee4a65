import { Button, Group, Stack } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  choices,
  codeId,
  messageOf,
  type NameIn,
  PageSpinner,
  silent,
  useAbility,
  useMessages,
} from '#platform/web/index.ts';
import { DateText, DateTimeText, Empty, Facts, FormDrawer, Section, StatusBadge } from '#platform/web/kit/index.ts';
import { cardSave, cardStatus } from '../../shapes.ts';
import { api, type Card, type Profile, refresh } from '../api.ts';

const tones: Record<string, string> = { ISSUED: 'teal', LOST: 'orange', BLOCKED: 'red', RETURNED: 'gray' };

/** Student cards: the one in force and those before it. */
export function Cards({ student }: { student: Profile }) {
  const t = useMessages();
  const manage = useAbility().can('student.cards_manage');
  const { data, error, refetch } = useQuery(
    api.card.all.queryOptions({ input: { student_ids: [student.id] }, context: { silent: true } }),
  );
  const [form, setForm] = useState<{ opened: boolean; record?: Card }>({ opened: false });
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  if (error)
    return (
      <Empty
        title={messageOf(error)}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (!data) return <PageSpinner />;
  const add = manage && student.status !== 'DELETED' && (
    <Button
      size="xs"
      w="fit-content"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setForm({ opened: true })}
    >
      {t('students.card.add')}
    </Button>
  );
  return (
    <Stack gap="md">
      {data.length === 0 ? (
        <Empty title={t('students.card.none')} action={add} />
      ) : (
        add && <Group justify="flex-end">{add}</Group>
      )}
      {data.map((card) => (
        <Section
          key={card.id}
          title={card.card_number}
          description={
            <StatusBadge status={card.status} color={tones[card.status]} label={t(`students.card.${card.status}`)} />
          }
          actions={
            manage && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={() => setForm({ opened: true, record: card })}
              >
                {t('students.edit')}
              </Button>
            )
          }
        >
          <Facts
            items={[
              { label: t('students.field.issued_on'), value: <DateText value={card.issued_on} /> },
              { label: t('students.field.valid_until'), value: <DateText value={card.valid_until} /> },
              {
                label: t('students.field.printed'),
                value: card.printed ? <DateTimeText value={card.printed_at} /> : t('common.no'),
              },
            ]}
          />
        </Section>
      ))}
      <FormDrawer
        {...form}
        onClose={() => setForm({ opened: false })}
        as="modal"
        title={form.record?.card_number ?? t('students.card.add')}
        schema={cardSave}
        defaults={{ student_id: student.id }}
        draftKey={false}
        fields={[
          { control: 'text', ...field('card_number'), description: t('students.hint.card_number') },
          { control: 'date', ...field('issued_on') },
          { control: 'date', ...field('valid_until') },
          ...(form.record
            ? [
                {
                  control: 'select',
                  ...field('status'),
                  options: choices(t, 'students.card', cardStatus.options),
                } as const,
                { control: 'checkbox', ...field('printed') } as const,
              ]
            : []),
        ]}
        save={(payload) => api.card.save.call(payload, silent)}
        onSaved={() => void refresh()}
      />
    </Stack>
  );
}
