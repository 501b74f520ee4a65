import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { AnswerField } from '#domains/questions/web/index.ts';
import { useMessages } from '#platform/web/index.ts';
import { actionBar } from '#platform/web/kit/index.ts';
import { type FlavourName, flavours } from '../../flavours.ts';
import styles from './apply.module.css';
import { type Application, refreshOwn } from './calls.ts';
import { answerFaults, type Faults, fieldsOf, sentenceOf } from './faults.ts';
import { Clashes, focusOn } from './fill.tsx';
import { Papers } from './papers-step.tsx';
import { PersonForm } from './person-step.tsx';
import { SaveStatus } from './save-status.tsx';
import { TargetFields } from './target-step.tsx';
import { useDraft } from './use-draft.ts';

/** What was returned: exactly the named fields, each with what was written beside it, and sending it in again. */
export function CorrectFields({ flavour, application }: { flavour: FlavourName; application: Application }) {
  const t = useMessages();
  const fields = fieldsOf(application);
  const draft = useDraft(flavour, application, fields);
  const [told, setTold] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const open = Object.fromEntries(application.update_fields.map(({ path, note }) => [path, note]));
  const within = (prefix: string) =>
    Object.fromEntries(
      Object.entries(open).flatMap(([path, note]) =>
        path.startsWith(prefix) ? [[path.slice(prefix.length), note] as const] : [],
      ),
    );
  const [answers, papers, person] = [within('answers.'), within('documents.'), within('profile.')];
  const target = Object.fromEntries(
    Object.entries(open).filter(([path]) => ['campaign_id', 'tuition', 'applicant_type'].includes(path)),
  );
  const gaps = answerFaults(t, fields, draft.answers, true);
  const faults = { ...told, ...Object.fromEntries(Object.entries(gaps).filter(([path]) => path in told)) };

  const send = async () => {
    const missing = Object.keys(gaps).filter((path) => path in open);
    if (missing.length) {
      setTold(Object.fromEntries(missing.map((path) => [path, ''])));
      focusOn(missing);
      return;
    }
    setSending(true);
    setProblem(null);
    try {
      await draft.take(await draft.run({ submit: true }));
      await refreshOwn(flavour);
      window.scrollTo(0, 0);
    } catch (error) {
      const { message, data } = error as {
        message?: string;
        data?: { fields?: { path: string; code: string; message: string }[] };
      };
      const found = Object.fromEntries(
        (data?.fields ?? []).map((one) => [one.path, sentenceOf(t, one.code, undefined, one.message)]),
      );
      setTold(found);
      setProblem(message || t('apply.failed_text'));
      focusOn(Object.keys(found));
    } finally {
      setSending(false);
    }
  };

  return (
    <section className={`surface ${styles.panel}`}>
      <Title order={2} size="h4">
        {t('apply.mend.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('apply.mend.text', { count: application.update_fields.length })}
      </Text>
      <Clashes draft={draft} application={application} />
      <Stack gap="lg">
        {Object.keys(target).length ? (
          <TargetFields flavour={flavour} application={application} draft={draft} faults={faults} only={target} />
        ) : null}
        {fields
          .filter((field) => field.key in answers)
          .map((field) => (
            <AnswerField
              key={field.key}
              field={field}
              value={draft.answers[field.key]}
              onChange={(value) => draft.put(field.key, value)}
              onBlur={() => setTold((before) => ({ ...before, [`answers.${field.key}`]: '' }))}
              error={draft.refused[field.key] ?? gapAt(faults, `answers.${field.key}`)}
              note={answers[field.key]}
              files={Object.values(application.files ?? {})}
            />
          ))}
        {Object.keys(papers).length ? (
          <Papers application={application} draft={draft} faults={faults} only={papers} />
        ) : null}
        {Object.keys(person).length ? (
          <PersonForm
            flavour={flavours[flavour]}
            only={person}
            submitLabel={t('apply.mend.save_person')}
            onSaved={() => undefined}
          />
        ) : null}
        <div aria-live="assertive">
          {problem ? (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
              {problem}
            </Alert>
          ) : null}
        </div>
        <Group ref={actionBar} className={styles.foot ?? ''}>
          <SaveStatus state={draft.state} />
          <Button loading={sending} leftSection={<IconSend size={16} aria-hidden />} onClick={() => void send()}>
            {t('apply.mend.send')}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

const gapAt = (faults: Faults, path: string) => faults[path] || undefined;
