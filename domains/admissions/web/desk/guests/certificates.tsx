import { ActionIcon, Anchor, Button, Stack } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { requiredText } from '#platform/contract/index.ts';
import { codeId, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, Empty, Facts, FormDrawer, Section, StatusBadge } from '#platform/web/kit/index.ts';
import { certificateInput } from '../../../shapes-guests.ts';
import { api, type Guest, refresh } from '../../api.ts';

type Certificate = NonNullable<Guest['certificates']>[number];
const schema = certificateInput.omit({ guest_id: true, file_id: true }).extend({
  subject: requiredText(100),
  kind: requiredText(100),
  file: z
    .array(z.object({ id: z.number() }).loose())
    .max(1)
    .optional(),
});

/** Certificates of subjects; one that counts gives its points in place of the exam. */
export function Certificates({ guest }: { guest: Guest }) {
  const t = useMessages();
  const manage = useAbility().can('guest.manage');
  const [open, setOpen] = useState<Certificate | 'new'>();
  const field = <N extends NameIn<'admissions.certificate'>>(name: N) => ({
    name,
    label: t(codeId('admissions.certificate', name)),
  });
  const fact = (name: string, value: React.ReactNode) => ({ label: t(codeId('admissions.certificate', name)), value });
  const rows = guest.certificates ?? [];
  const add = manage && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen('new')}>
      {t('admissions.certificate.add')}
    </Button>
  );
  return (
    <Stack>
      {rows.length === 0 ? (
        <Empty title={t('admissions.certificate.none')} text={t('admissions.certificate.none_about')} action={add} />
      ) : (
        <div style={{ alignSelf: 'flex-end' }}>{add}</div>
      )}
      {rows.map((one) => (
        <Section
          key={one.id}
          title={`${one.kind}, ${one.subject}`}
          actions={
            <>
              <StatusBadge
                status={one.counts ? 'ACCEPTED' : 'PENDING'}
                color={one.counts ? 'teal' : 'gray'}
                label={t(one.counts ? 'admissions.certificate.counts_yes' : 'admissions.certificate.counts_no', {
                  points: one.points ?? 0,
                })}
              />
              {manage && (
                <ActionIcon
                  variant="default"
                  aria-label={t('admissions.form.edit', { name: `${one.kind}, ${one.subject}` })}
                  onClick={() => setOpen(one)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
              )}
            </>
          }
        >
          <Facts
            items={[
              fact('number', one.number),
              fact('result', one.result),
              fact('points', one.points),
              fact('issued_on', <DateText value={one.issued_on} />),
              fact('valid_until', <DateText value={one.valid_until} />),
              fact(
                'file',
                one.file && (
                  <Anchor href={one.file.original_url} target="_blank" rel="noreferrer" size="sm">
                    {one.file.original_name}
                  </Anchor>
                ),
              ),
            ]}
          />
        </Section>
      ))}
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t(open === 'new' ? 'admissions.certificate.add' : 'admissions.certificate.title')}
        schema={schema}
        record={open && open !== 'new' ? { ...open, file: open.file ? [open.file] : [] } : null}
        draftKey={false}
        fields={[
          { control: 'text', ...field('kind'), placeholder: 'IELTS' },
          { control: 'text', ...field('subject') },
          { control: 'text', ...field('number') },
          { control: 'text', ...field('result') },
          { control: 'date', ...field('issued_on') },
          { control: 'date', ...field('valid_until') },
          { control: 'number', ...field('points'), description: t('admissions.certificate.points_about') },
          { control: 'switch', ...field('counts'), description: t('admissions.certificate.counts_about') },
          { control: 'files', ...field('file'), upload, multiple: false, wide: true },
        ]}
        save={(payload) => {
          const { file, ...rest } = payload as z.output<typeof schema>;
          return api.guests.certificate.call(
            { ...rest, guest_id: guest.id, ...(file ? { file_id: file[0]?.id ?? null } : {}) },
            silent,
          );
        }}
        onSaved={() => {
          void refresh();
        }}
      />
    </Stack>
  );
}
