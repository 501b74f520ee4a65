import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answers, checkAnswers, isAsked } from '#domains/questions/contract.ts';
import { AnswerField } from '#domains/questions/web/index.ts';
import { messageOf, PageSpinner, silent, useLocale } from '#platform/web/index.ts';
import { Empty, PageHeader, plainValue } from '#platform/web/kit/index.ts';
import { api, refresh, useFields } from '../api.ts';

type Form = Awaited<ReturnType<typeof api.own.form.call>>;

/** The questions about one module and teacher, sent once. Nothing that is typed is kept in this browser. */
export default function Vote() {
  const { unit_id = '' } = useParams({ strict: false }) as { unit_id?: string };
  const { t } = useFields();
  const query = useQuery({
    ...api.own.form.queryOptions({ input: { unit_id: Number(unit_id) || 0 }, ...silent }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (query.error)
    return (
      <Empty
        title={messageOf(query.error)}
        action={
          <Button component={Link} to="/evaluation" variant="default">
            {t('evaluation.vote.back')}
          </Button>
        }
      />
    );
  if (!query.data) return <PageSpinner />;
  return <Filling form={query.data} />;
}

function Filling({ form }: { form: Form }) {
  const { t } = useFields();
  const { locale } = useLocale();
  const fields = form.sections.flatMap((one) => one.fields);
  const [answers, setAnswers] = useState<Answers>({});
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [sent, setSent] = useState(false);
  const faults = new Map(checkAnswers(fields, answers, true).faults.map(({ path, code }) => [path, code]));
  const send = async () => {
    setChecked(true);
    if (busy) return;
    if (faults.size) {
      document.querySelector(`[data-path="${[...faults.keys()][0]}"]`)?.scrollIntoView({ block: 'center' });
      return;
    }
    setBusy(true);
    setRefusal('');
    try {
      await api.own.vote.call({ unit_id: form.unit_id, answers }, silent);
      setSent(true);
      await refresh();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (sent)
    return (
      <Empty
        icon={<IconCircleCheck />}
        title={t('evaluation.vote.sent')}
        action={
          <Button component={Link} to="/evaluation">
            {t('evaluation.vote.back')}
          </Button>
        }
      />
    );
  const words = (path: string) => (checked && faults.has(path) ? t('kit.error.required') : undefined);
  return (
    <Stack gap="md" maw={760}>
      <PageHeader title={form.module} description={form.teacher} back="/evaluation" />
      <Alert color="gray" icon={<IconEyeOff aria-hidden />}>
        {t('evaluation.vote.sealed')}
      </Alert>
      {form.sections.map((section) => (
        <Paper key={section.id} withBorder p="md" component="section">
          <Title order={2} size="h5" mb={section.note ? 2 : 'sm'}>
            {plainValue(section.title, locale)}
          </Title>
          {section.note && (
            <Text size="sm" c="dimmed" mb="sm">
              {plainValue(section.note, locale)}
            </Text>
          )}
          <Stack gap="lg">
            {section.fields
              .filter(({ key }) => isAsked(fields, key, answers))
              .map((field) => (
                <AnswerField
                  key={field.key}
                  field={field}
                  value={answers[field.key]}
                  onChange={(value) => setAnswers((before) => ({ ...before, [field.key]: value }))}
                  error={words(`answers.${field.key}`)}
                  files={[]}
                />
              ))}
          </Stack>
        </Paper>
      ))}
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      <Group gap="sm">
        <Button loading={busy} onClick={() => void send()}>
          {t('evaluation.vote.send')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('evaluation.vote.once')}
        </Text>
      </Group>
    </Stack>
  );
}
