import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { confirmDelete, DateText, Empty, Facts, Section } from '#platform/web/kit/index.ts';
import { api, type CallLetter, type Profile, refresh } from '../api.ts';
import { LettersDialog } from './letters-dialog.tsx';
import { PaperModal, PapersFailed } from './paper-modal.tsx';

/** Letters that call the student for some days: the paper of each, and taking it back. */
export function CallLetters({ student }: { student: Profile }) {
  const t = useMessages();
  const manage = useAbility().can('student.call_letters_manage');
  const { data, error, refetch } = useQuery(
    api.call_letter.list.queryOptions({
      input: { student_id: student.id, size: 200 },
      context: { silent: true },
    }),
  );
  const [issuing, setIssuing] = useState(false);
  const [viewed, setViewed] = useState<CallLetter>();
  if (error) return <PapersFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSpinner />;
  const add = manage && student.status === 'ACTIVE' && (
    <Button size="xs" w="fit-content" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setIssuing(true)}>
      {t('students.letter.issue')}
    </Button>
  );
  const nameOf = (letter: CallLetter) => `${t(`students.letter.${letter.occasion}`)} · ${letter.number}`;
  return (
    <Stack gap="md">
      {data.content.length === 0 ? (
        <Empty title={t('students.letter.none')} text={t('students.letter.none_about')} action={add} />
      ) : (
        add && <Group justify="flex-end">{add}</Group>
      )}
      {data.content.map((letter) => (
        <Section
          key={letter.id}
          title={nameOf(letter)}
          actions={
            <>
              {letter.file && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEye size={14} aria-hidden />}
                  aria-label={t('students.document.view', { name: nameOf(letter) })}
                  onClick={() => setViewed(letter)}
                >
                  {t('students.document.show')}
                </Button>
              )}
              {manage && (
                <ActionIcon
                  variant="default"
                  aria-label={t('students.letter.take_back', { name: nameOf(letter) })}
                  onClick={() =>
                    void confirmDelete(async () => {
                      await api.call_letter.remove.call({ id: letter.id }, silent);
                      await refresh();
                    }, nameOf(letter))
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </>
          }
        >
          <Facts
            items={[
              { label: t('students.field.starts_on'), value: <DateText value={letter.starts_on} /> },
              { label: t('students.field.ends_on'), value: <DateText value={letter.ends_on} /> },
              ...(letter.addressee ? [{ label: t('students.field.addressee'), value: letter.addressee }] : []),
            ]}
          />
        </Section>
      ))}
      <PaperModal file={viewed?.file} title={viewed && nameOf(viewed)} onClose={() => setViewed(undefined)} />
      <LettersDialog ids={issuing ? [student.id] : undefined} onClose={() => setIssuing(false)} />
    </Stack>
  );
}
