import { Button, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { id, saveBase } from '#platform/contract/index.ts';
import { codeId, type NameIn, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  Facts,
  type FieldDefinition,
  FormDrawer,
  plainValue,
  RecordForm,
  Section,
  showDate,
} from '#platform/web/kit/index.ts';
import { type FlavourName, flavours } from '../../../flavours.ts';
import { formSave } from '../../../shapes.ts';
import { apiOf, type Form, loadVacancies, loadYears, refresh } from '../../api.ts';

const { title, description, opens_on, closes_on } = formSave;
const shared = { ...saveBase, title, description, opens_on, closes_on };
const schemas = {
  campaign: z.object({ ...shared, academic_year_id: id }),
  vacancy: z.object({ ...shared, vacancy_id: id }),
  form: z.object({ ...shared, academic_year_id: id.nullish() }),
} as const;
const onlyEnd = z.object({ id, version: saveBase.version, closes_on });
type Head = z.input<(typeof schemas)[keyof typeof schemas]> | z.input<typeof onlyEnd>;

interface HeadProps {
  flavour: FlavourName;
  form: Form | null;
  onSaved: (form: Form) => void;
}

function useHead(flavour: FlavourName, published: boolean) {
  const t = useMessages();
  const { target } = flavours[flavour];
  const field = <N extends NameIn<'admissions.field'>>(name: N) => ({
    name,
    label: t(codeId('admissions.field', name)),
  });
  const fields: FieldDefinition[] = published
    ? [{ control: 'date', ...field('closes_on'), wide: true }]
    : [
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'multilingual', ...field('description'), multiline: true, wide: true },
        target === 'vacancy'
          ? { control: 'async', ...field('vacancy_id'), load: loadVacancies, wide: true }
          : { control: 'async', ...field('academic_year_id'), load: loadYears, wide: true },
        { control: 'date', ...field('opens_on') },
        { control: 'date', ...field('closes_on') },
      ];
  return { fields, schema: published ? onlyEnd : schemas[target] };
}

/** A text that was left empty in every language is no text. */
const ready = (form: Head) =>
  'description' in form ? { ...form, description: form.description?.uz ? form.description : null } : form;

/** What a new form is for and when it is open. */
export function FormHead({ flavour, onSaved }: HeadProps) {
  const head = useHead(flavour, false);
  const t = useMessages();
  return (
    <RecordForm
      {...head}
      draftKey={`admission-form-${flavour}`}
      submitLabel={t('admissions.form.go_on')}
      save={(payload) => apiOf(flavour).form.save.call(ready(payload), silent)}
      onSaved={(saved) => {
        void refresh();
        onSaved(saved as Form);
      }}
    />
  );
}

/** The same of a form that stands, to read and to change; of one that is published only the last day moves. */
export function HeadFacts({ form }: { form: Form }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [editing, setEditing] = useState(false);
  const published = form.status !== 'DRAFT';
  const head = useHead(form.flavour, published);
  return (
    <Section
      title={t('admissions.form.general')}
      actions={
        form.can?.revise && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t(published ? 'admissions.form.move_end' : 'kit.resource.edit')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {form.description && <Text size="sm">{plainValue(form.description, locale)}</Text>}
        <Facts
          items={[
            {
              label: t('admissions.form.open_days'),
              value: `${showDate(form.opens_on)} – ${showDate(form.closes_on)}`,
            },
            form.vacancy
              ? { label: t('admissions.field.vacancy_id'), value: form.vacancy.title }
              : { label: t('admissions.field.academic_year_id'), value: form.academic_year?.title },
            {
              label: t('admissions.form.languages'),
              value: (['uz', 'ru', 'en'] as const)
                .filter((language) => form.title[language])
                .map((language) => language.toUpperCase())
                .join(', '),
            },
          ]}
        />
      </Stack>
      <FormDrawer
        {...head}
        opened={editing}
        onClose={() => setEditing(false)}
        title={t('admissions.form.general')}
        record={form}
        save={(payload) => apiOf(form.flavour).form.save.call(ready(payload), silent)}
        onSaved={() => {
          void refresh();
        }}
      />
    </Section>
  );
}
