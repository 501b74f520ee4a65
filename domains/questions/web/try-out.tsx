import { Alert, Button, Group, List, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Title as Words } from '#platform/contract/index.ts';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, Section } from '#platform/web/kit/index.ts';
import { type Answers, checkAnswers, type Facts, type FormField, isAsked, isFile, written } from '../contract.ts';
import { AnswerField } from './answer-field.tsx';
import type { BuiltSection } from './sections.tsx';

interface Props {
  heading: string;
  about: string;
  title: Words;
  description?: Words | null | undefined;
  sections: readonly BuiltSection[];
  /** Of an example, where the form shows the record. */
  facts?: Facts;
  /** What is drawn beneath the questions, in the chosen language. */
  more?: (speak: (words: Words | null | undefined) => string) => ReactNode;
  /** Beneath the phone. */
  choose?: ReactNode;
  asksMore?: boolean;
}

/** The form as it will be filled in, on a phone: conditions and formulas work, and it says what would be missing. Nothing is kept. */
export function TryOut({
  heading,
  about,
  title,
  description,
  sections,
  facts = {},
  more,
  choose,
  asksMore = false,
}: Props) {
  const t = useMessages();
  const { locale: own } = useLocale();
  const [language, setLanguage] = useState<string>(own);
  const [answers, setAnswers] = useState<Answers>({});
  const [checked, setChecked] = useState(false);
  const example = t('questions.type.RECORD');
  // Which records there are depends on who fills it in.
  const exampled = (field: FormField): FormField =>
    field.type === 'RECORD'
      ? { ...field, options: [{ value: '1', title: { uz: example, ru: example, en: example } }] }
      : field;
  const all = sections.flatMap(({ fields }) => fields.map(exampled));
  const shown = written(all, answers, facts);
  const { faults } = checkAnswers(all, answers, true, facts);
  const speak = (words: Words | null | undefined): string => words?.[language as 'uz'] || words?.uz || '';
  /** The shown words in the chosen language, wherever the control looks for them. */
  const words = (of: Words | null | undefined) => ({ uz: speak(of), ru: speak(of), en: speak(of) });
  const spoken = (field: FormField): FormField => ({
    ...field,
    title: words(field.title),
    ...(field.hint ? { hint: words(field.hint) } : {}),
    ...(field.options ? { options: field.options.map((one) => ({ ...one, title: words(one.title) })) } : {}),
  });
  const faultAt = (key: string) => {
    const fault = checked ? faults.find(({ path }) => path === `answers.${key}`) : undefined;
    return fault && t(fault.code === 'form_required' ? 'kit.error.required' : 'questions.does_not_fit');
  };
  return (
    <Section
      title={heading}
      description={about}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('questions.preview_language')}
          value={language}
          onChange={setLanguage}
          data={['uz', 'ru', 'en'].map((value) => ({ value, label: value.toUpperCase() }))}
        />
      }
    >
      <Paper withBorder p="md" maw={430} mx="auto" lang={language}>
        <Stack>
          <Title order={3} size="h5">
            {speak(title)}
          </Title>
          {description && <Text size="sm">{speak(description)}</Text>}
          {sections.map((section) => {
            const fields = section.fields.map(exampled).filter((field) => isAsked(all, field.key, shown));
            if (fields.length === 0) return null;
            return (
              <Stack key={section.id} gap="sm">
                <Title order={4} size="h6">
                  {speak(section.title)}
                </Title>
                {section.note && (
                  <Text size="sm" c="dimmed">
                    {speak(section.note)}
                  </Text>
                )}
                {fields.map((field) =>
                  isFile(field.type) ? (
                    <Text key={field.key} size="sm">
                      {speak(field.title)}
                      {field.required && ' *'} ({t(`questions.type.${field.type}`)})
                    </Text>
                  ) : (
                    <AnswerField
                      key={field.key}
                      field={spoken(field)}
                      value={shown[field.key]}
                      onChange={(value) => setAnswers((before) => ({ ...before, [field.key]: value }))}
                      error={faultAt(field.key)}
                      files={[]}
                    />
                  ),
                )}
              </Stack>
            );
          })}
          {more?.(speak)}
          {all.length === 0 && !asksMore && (
            <Text size="sm" c="dimmed">
              {t('questions.asks_nothing')}
            </Text>
          )}
        </Stack>
      </Paper>
      <Stack mt="md" gap="sm">
        {choose}
        <Group>
          <Button variant="default" onClick={() => setChecked(true)}>
            {t('questions.try')}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setAnswers({});
              setChecked(false);
            }}
          >
            {t('questions.again')}
          </Button>
        </Group>
        {checked &&
          (faults.length === 0 ? (
            <Alert color="teal" p="xs" icon={<IconCircleCheck aria-hidden />} role="status">
              {t('questions.would_go')}
            </Alert>
          ) : (
            <Alert color="orange" p="xs" role="status" title={t('questions.would_miss', { count: faults.length })}>
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
