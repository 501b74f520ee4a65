import { Alert, Button, Group, List, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, Section, SelectField } from '#platform/web/kit/index.ts';
import { type Answers, checkAnswers, documentsFor, type FormField, isAsked } from '../../../form.ts';
import { applicantTypes } from '../../../shapes.ts';
import type { Form } from '../../api.ts';
import { AnswerField } from '../../apply/field.tsx';

const levels = ['BACHELOR', 'MASTER', 'MS'] as const;

/** The form as applicants will fill it in: conditions work, and it says what would be missing. Nothing is kept. */
export function Preview({ form }: { form: Form }) {
  const t = useMessages();
  const { locale: own } = useLocale();
  const [language, setLanguage] = useState<string>(own);
  const [answers, setAnswers] = useState<Answers>({});
  const [type, setType] = useState<string>('general');
  const [level, setLevel] = useState<string>('BACHELOR');
  const [checked, setChecked] = useState(false);
  const all = form.batches.flatMap(({ fields }) => fields) as FormField[];
  const { faults } = checkAnswers(all, answers, true);
  const academic = form.flavour === 'plain' || form.flavour === 'general';
  const papers = documentsFor(form.documents, academic ? type : '', academic ? level : null);
  /** The shown words in the chosen language, wherever the control looks for them. */
  const speak = (title: { uz: string; ru: string; en: string } | null | undefined) => {
    const word = title?.[language as 'uz'] || title?.uz || '';
    return { uz: word, ru: word, en: word };
  };
  const spoken = (field: FormField): FormField => ({
    ...field,
    title: speak(field.title),
    ...(field.hint ? { hint: speak(field.hint) } : {}),
    ...(field.options ? { options: field.options.map((one) => ({ ...one, title: speak(one.title) })) } : {}),
  });
  const faultAt = (key: string) => {
    const fault = checked ? faults.find(({ path }) => path === `answers.${key}`) : undefined;
    return fault && t(fault.code === 'form_required' ? 'kit.error.required' : 'admissions.form.does_not_fit');
  };
  return (
    <Section
      title={t('admissions.form.preview')}
      description={t('admissions.form.preview_about')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('admissions.form.preview_language')}
          value={language}
          onChange={setLanguage}
          data={['uz', 'ru', 'en'].map((value) => ({ value, label: value.toUpperCase() }))}
        />
      }
    >
      <Paper withBorder p="md" maw={430} mx="auto" lang={language}>
        <Stack>
          <Title order={3} size="h5">
            {speak(form.title).uz}
          </Title>
          {form.description && <Text size="sm">{speak(form.description).uz}</Text>}
          {form.batches.map((batch) => {
            const fields = (batch.fields as FormField[]).filter((field) => isAsked(all, field.key, answers));
            if (fields.length === 0) return null;
            return (
              <Stack key={batch.id} gap="sm">
                <Title order={4} size="h6">
                  {speak(batch.title).uz}
                </Title>
                {batch.note && (
                  <Text size="sm" c="dimmed">
                    {speak(batch.note).uz}
                  </Text>
                )}
                {fields.map((field) =>
                  field.type === 'FILE' || field.type === 'PHOTO' ? (
                    <Text key={field.key} size="sm">
                      {speak(field.title).uz}
                      {field.required && ' *'} ({t(`admissions.field_type.${field.type}`)})
                    </Text>
                  ) : (
                    <AnswerField
                      key={field.key}
                      field={spoken(field)}
                      value={answers[field.key]}
                      onChange={(value) => setAnswers((before) => ({ ...before, [field.key]: value }))}
                      error={faultAt(field.key)}
                      files={[]}
                    />
                  ),
                )}
              </Stack>
            );
          })}
          {papers.length > 0 && (
            <Stack gap={4}>
              <Title order={4} size="h6">
                {t('admissions.form.papers')}
              </Title>
              <List size="sm">
                {papers.map((paper) => (
                  <List.Item key={paper.type}>
                    {speak(paper.title).uz}
                    {paper.required && ' *'}
                  </List.Item>
                ))}
              </List>
            </Stack>
          )}
          {all.length === 0 && papers.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('admissions.form.asks_nothing')}
            </Text>
          )}
        </Stack>
      </Paper>
      <Stack mt="md" gap="sm">
        {academic && (
          <Group grow align="flex-start">
            <SelectField
              label={t('admissions.field.applicant_type')}
              options={choices(t, 'admissions.applicant_type', applicantTypes)}
              value={type}
              onChange={(value) => setType(String(value ?? 'general'))}
            />
            <SelectField
              label={t('admissions.field.level')}
              options={choices(t, 'admissions.level', levels)}
              value={level}
              onChange={(value) => setLevel(String(value ?? 'BACHELOR'))}
            />
          </Group>
        )}
        <Group>
          <Button variant="default" onClick={() => setChecked(true)}>
            {t('admissions.form.try')}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setAnswers({});
              setChecked(false);
            }}
          >
            {t('admissions.form.again')}
          </Button>
        </Group>
        {checked &&
          (faults.length === 0 ? (
            <Alert color="teal" p="xs" icon={<IconCircleCheck aria-hidden />} role="status">
              {t('admissions.form.would_go')}
            </Alert>
          ) : (
            <Alert
              color="orange"
              p="xs"
              role="status"
              title={t('admissions.form.would_miss', { count: faults.length })}
            >
              <List size="sm">
                {faults.map(({ path }) => (
                  <List.Item key={path}>
                    {plainValue(all.find(({ key }) => `answers.${key}` === path)?.title ?? path, language)}
                  </List.Item>
                ))}
              </List>
            </Alert>
          ))}
      </Stack>
    </Section>
  );
}
