import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { choices, useLocale, useMessages } from '#platform/web/index.ts';
import { FormDrawer, plainValue, Section } from '#platform/web/kit/index.ts';
import { paperKinds, paper as paperShape } from '../../shapes.ts';
import type { Version } from '../api.ts';

const schema = paperShape.extend({ valid_days: z.coerce.number().int().min(1).max(3650).nullish() });
const fresh = { kind: 'REFERENCE', facts: [], signatories: ['REGISTRAR'] };

/** The paper that comes of it: words with blanks, which the record and the answers fill. */
export function PaperEditor({
  form,
  draft,
  facts,
  save,
}: {
  form: Version;
  draft: boolean;
  facts: readonly { id: string; title: string }[];
  save: (paper: Version['paper']) => Promise<unknown>;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const [open, setOpen] = useState(false);
  const { paper } = form;
  const blanks = [
    ...facts.map(({ id }) => id),
    ...form.sections.flatMap(({ fields }) => fields.map(({ key }) => `answers.${key}`)),
  ];
  return (
    <Section
      title={t('forms.field.paper')}
      description={t('forms.builder.paper_about')}
      actions={
        draft && (
          <Group gap="xs">
            {paper && (
              <Button size="xs" variant="subtle" color="red" onClick={() => void save(null)}>
                {t('forms.builder.no_paper')}
              </Button>
            )}
            <Button
              size="xs"
              variant="light"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => setOpen(true)}
            >
              {t(paper ? 'forms.builder.edit_paper' : 'forms.builder.add_paper')}
            </Button>
          </Group>
        )
      }
    >
      {paper ? (
        <Stack gap="xs">
          <Text fw={600}>{plainValue(paper.title, locale)}</Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {plainValue(paper.text, locale)}
          </Text>
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {t('forms.builder.paper_none')}
        </Text>
      )}
      <FormDrawer
        opened={open}
        onClose={() => setOpen(false)}
        title={t('forms.field.paper')}
        schema={schema}
        record={paper}
        defaults={fresh}
        draftKey={false}
        size={760}
        fields={[
          {
            control: 'select',
            name: 'kind',
            label: t('forms.builder.paper_kind'),
            options: choices(t, 'forms.paper_kind', paperKinds),
          },
          { control: 'number', name: 'valid_days', label: t('forms.builder.valid_days') },
          { control: 'multilingual', name: 'title', label: t('forms.field.title'), wide: true },
          { control: 'multilingual', name: 'text', label: t('forms.builder.words'), multiline: true, wide: true },
          {
            control: 'select',
            name: 'facts',
            label: t('forms.builder.paper_facts'),
            multiple: true,
            options: [...facts],
            wide: true,
          },
          {
            control: 'select',
            name: 'signatories',
            label: t('forms.builder.signatories'),
            multiple: true,
            options: choices(t, 'forms.signatory', ['RECTOR', 'REGISTRAR'] as const),
            wide: true,
          },
        ]}
        save={(payload) => {
          const values = payload as z.output<typeof schema>;
          return save({ ...values, valid_days: values.valid_days ?? null });
        }}
      >
        {() => (
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('forms.builder.blanks')}
            </Text>
            <Group gap={4}>
              {blanks.map((name) => (
                <Code key={name}>{`{${name}}`}</Code>
              ))}
            </Group>
          </Stack>
        )}
      </FormDrawer>
    </Section>
  );
}
