import { ActionIcon, Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { keyFrom } from '#domains/questions/web/index.ts';
import { title } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, codeId, type NameIn, useLocale, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify, plainValue, Section, tellError } from '#platform/web/kit/index.ts';
import { applicantTypes } from '../../../shapes.ts';
import { type Form, refresh } from '../../api.ts';

type Paper = Form['documents'][number];
const iconSize = 16;
const schema = z.object({
  title,
  required: z.boolean().optional(),
  applicant_types: z.array(z.enum(applicantTypes)).optional(),
  levels: z.array(z.enum(studyLevels)).optional(),
});

/** The papers that go with an application, by kind of applicant and by level. */
export function PapersEditor({
  form,
  draft,
  save,
}: {
  form: Form;
  draft: boolean;
  save: (more: object) => Promise<Form>;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const [open, setOpen] = useState<number>();
  const papers = form.documents;
  // All papers are written at once: the next change begins with what the one before left.
  const [busy, setBusy] = useState(false);
  const put = async (documents: Paper[]) => {
    setBusy(true);
    try {
      const saved = await save({ documents });
      await refresh();
      return saved;
    } finally {
      setBusy(false);
    }
  };
  const remove = async (at: number) => {
    const gone = papers[at];
    try {
      await put(papers.filter((_, index) => index !== at));
      notify.success(t('admissions.form.paper_removed', { paper: plainValue(gone?.title, locale) }));
    } catch (error) {
      await tellError(error);
    }
  };
  const field = <N extends NameIn<'admissions.form.paper'>>(name: N) => ({
    name,
    label: t(codeId('admissions.form.paper', name)),
  });
  const academic = form.flavour === 'plain' || form.flavour === 'general';
  const opened = open === undefined ? undefined : (papers[open] ?? null);
  return (
    <Section
      title={t('admissions.form.papers')}
      description={t('admissions.form.papers_about')}
      actions={
        draft && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen(papers.length)}
          >
            {t('admissions.form.add_paper')}
          </Button>
        )
      }
    >
      <Stack gap={0}>
        {papers.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('admissions.record.no_papers')}
          </Text>
        )}
        {papers.map((paper, at) => (
          <Group
            key={paper.type}
            justify="space-between"
            wrap="nowrap"
            py={6}
            style={{ borderTop: at ? '1px solid var(--line)' : 'none' }}
          >
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500}>
                {plainValue(paper.title, locale)}
                {paper.required && (
                  <Text span c="red" aria-hidden>
                    {' *'}
                  </Text>
                )}
              </Text>
              <Group gap={6}>
                {[
                  ...paper.applicant_types.map((type) => t(`admissions.applicant_type.${type}`)),
                  ...paper.levels.map((level) => t(`admissions.level.${level}`)),
                ].map((word) => (
                  <Badge key={word} variant="default" radius="sm" tt="none" fw={500} size="sm">
                    {word}
                  </Badge>
                ))}
                {paper.applicant_types.length + paper.levels.length === 0 && (
                  <Text size="xs" c="dimmed">
                    {t('admissions.form.paper_of_all')}
                  </Text>
                )}
              </Group>
            </div>
            {draft && (
              <Group gap={2} wrap="nowrap">
                <Tooltip label={t('admissions.form.edit', { name: plainValue(paper.title, locale) })}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    disabled={busy}
                    aria-label={t('admissions.form.edit', { name: plainValue(paper.title, locale) })}
                    onClick={() => setOpen(at)}
                  >
                    <IconPencil size={iconSize} aria-hidden />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={t('admissions.form.remove', { name: plainValue(paper.title, locale) })}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    disabled={busy}
                    aria-label={t('admissions.form.remove', { name: plainValue(paper.title, locale) })}
                    onClick={() => void remove(at)}
                  >
                    <IconTrash size={iconSize} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t('admissions.form.paper')}
        schema={schema}
        record={opened}
        defaults={{ required: true }}
        draftKey={false}
        fields={[
          { control: 'multilingual', ...field('title'), wide: true },
          { control: 'switch', ...field('required'), wide: true },
          ...(academic
            ? [
                {
                  control: 'select' as const,
                  ...field('applicant_types'),
                  description: t('admissions.form.empty_is_all'),
                  multiple: true as const,
                  options: choices(t, 'admissions.applicant_type', applicantTypes),
                  wide: true,
                },
                {
                  control: 'select' as const,
                  ...field('levels'),
                  description: t('admissions.form.empty_is_all'),
                  multiple: true as const,
                  options: choices(t, 'admissions.level', studyLevels),
                  wide: true,
                },
              ]
            : []),
        ]}
        save={(payload) => {
          const values = payload as z.output<typeof schema>;
          const next = [...papers];
          next[open ?? papers.length] = {
            type:
              opened?.type ??
              keyFrom(
                values.title.en || values.title.uz,
                new Set(papers.map(({ type }) => type.toLowerCase())),
              ).toUpperCase(),
            title: values.title,
            required: values.required ?? false,
            applicant_types: values.applicant_types ?? [],
            levels: values.levels ?? [],
          };
          return put(next);
        }}
      />
    </Section>
  );
}
