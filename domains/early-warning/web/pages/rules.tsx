import { Alert, Button, Group, NumberInput, Paper, Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateTimeText,
  Empty,
  notify,
  PageHeader,
  RunningJob,
  Section,
  SmallTable,
  showNumber,
} from '#platform/web/kit/index.ts';
import { fewerIsWorse, type Rule, type RuleKind, windowed } from '../../rules.ts';
import { previewReceipt } from '../../shapes.ts';
import { api, loadDepartments, type Rules, refresh, useFields } from '../api.ts';

/** The rules of a faculty or of the institution: read, tried, set. */
export default function RulesPage() {
  const { t, label } = useFields();
  const navigate = useNavigate();
  const { department_id: asked } = useSearch({ strict: false }) as { department_id?: unknown };
  const department_id = /^\d+$/.test(String(asked)) ? Number(asked) : undefined;
  const query = useQuery(
    api.risk_rules.get.queryOptions({ input: department_id === undefined ? {} : { department_id }, ...silent }),
  );
  return (
    <Stack gap="md" maw={980}>
      <PageHeader title={t('early-warning.rules.title')} description={t('early-warning.rules.about')} />
      <AsyncSelect
        label={label('department_id')}
        placeholder={t('early-warning.rules.institution')}
        load={loadDepartments}
        value={department_id ?? null}
        onChange={(next) => void navigate({ to: '.', search: next === null ? {} : { department_id: next } })}
      />
      {query.isPending && <Skeleton h={420} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data && (
        <>
          <Editor key={`${department_id} ${query.data.number}`} rules={query.data} />
          <Versions rules={query.data} />
        </>
      )}
    </Stack>
  );
}

function Editor({ rules: read }: { rules: Rules }) {
  const { t, label } = useFields();
  const [rules, setRules] = useState<Rule[]>(read.rules);
  const [together, setTogether] = useState(read.together);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [job, setJob] = useState<number>();
  const [preview, setPreview] = useState<Record<string, unknown>>();
  const locked = !read.can.edit;
  const changed = JSON.stringify([rules, together]) !== JSON.stringify([read.rules, read.together]);
  const put = (kind: RuleKind, more: Partial<Rule>) => {
    setRules((all) => all.map((one) => (one.kind === kind ? { ...one, ...more } : one)));
    setPreview(undefined);
    setJob(undefined);
  };
  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    doing(async () => {
      setPreview(undefined);
      const { department_id } = read;
      setJob((await api.risk_rules.preview.call({ department_id, rules, together }, silent)).job_id);
    });
  const save = (next: Rule[] | null) =>
    doing(async () => {
      const { department_id, number } = read;
      await api.risk_rules.save.call({ department_id, rules: next, together, note, number }, silent);
      notify.success();
      await refresh();
    });
  return (
    <Section
      title={t(read.own || read.department_id === null ? 'early-warning.rules.own' : 'early-warning.rules.inherited')}
      description={locked ? t('early-warning.rules.locked') : t('early-warning.rules.how')}
    >
      <Stack gap="sm">
        {rules.map((rule) => (
          <RuleRow key={rule.kind} rule={rule} locked={locked} put={(more) => put(rule.kind, more)} />
        ))}
        <NumberInput
          label={label('together')}
          description={t('early-warning.rules.together')}
          min={2}
          max={7}
          allowDecimal={false}
          maw={320}
          disabled={locked}
          value={together ?? ''}
          onChange={(value) => {
            setTogether(value === '' ? null : Number(value));
            setPreview(undefined);
          }}
        />
        {job !== undefined && !preview && (
          <RunningJob id={job} onOver={({ receipt }) => setPreview(receipt ?? {})} said={() => undefined} />
        )}
        {preview && <PreviewShown of={preview} />}
        {!locked && (
          <>
            <Textarea
              label={label('note')}
              description={t('early-warning.rules.note')}
              withAsterisk
              maxLength={500}
              autosize
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {problem && (
              <Text size="sm" c="red" role="alert">
                {problem}
              </Text>
            )}
            <Group justify="flex-end">
              {read.own && read.department_id !== null && (
                <Button variant="default" disabled={!note.trim()} loading={busy} onClick={() => void save(null)}>
                  {t('early-warning.rules.inherit')}
                </Button>
              )}
              <Button variant="default" disabled={!changed} loading={busy} onClick={() => void look()}>
                {t('early-warning.rules.preview')}
              </Button>
              <Button disabled={!changed || !note.trim()} loading={busy} onClick={() => void save(rules)}>
                {t('early-warning.rules.save')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}

function RuleRow({ rule, locked, put }: { rule: Rule; locked: boolean; put: (more: Partial<Rule>) => void }) {
  const t = useMessages();
  const { kind, on } = rule;
  const title = t(`early-warning.rule.${kind}`);
  const number = (name: 'watch' | 'act' | 'weeks', most?: number) => (
    <NumberInput
      label={t(
        name === 'weeks'
          ? 'early-warning.rules.weeks'
          : codeId(fewerIsWorse.includes(kind) ? 'early-warning.rules.below' : 'early-warning.rules.from', name),
      )}
      aria-label={`${title}: ${t(name === 'weeks' ? 'early-warning.rules.weeks' : codeId('early-warning.rules.from', name))}`}
      w={150}
      min={name === 'weeks' ? 1 : 0}
      {...(most ? { max: most } : {})}
      allowDecimal={kind === 'AVERAGE' || kind === 'ABSENCE_SHARE'}
      thousandSeparator=" "
      disabled={locked || !on}
      value={rule[name] ?? ''}
      onChange={(value) => put({ [name]: value === '' ? null : Number(value) })}
    />
  );
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Switch
          checked={on}
          disabled={locked}
          label={
            <Text size="sm" fw={600}>
              {title}
            </Text>
          }
          description={t(`early-warning.rule_about.${kind}`)}
          onChange={(event) => put({ on: event.currentTarget.checked })}
          style={{ flex: '1 1 300px' }}
        />
        <Group gap="xs" align="flex-end">
          {number('watch')}
          {number('act')}
          {windowed.includes(kind) && number('weeks', 20)}
        </Group>
      </Group>
    </Paper>
  );
}

/** What would change, before anything does. */
function PreviewShown({ of }: { of: Record<string, unknown> }) {
  const t = useMessages();
  const read = previewReceipt.safeParse(of);
  if (!read.success) return null;
  const { before, after, added, gone, students } = read.data;
  return (
    <Alert
      color="blue"
      title={t('early-warning.preview.title', { after: after.watch + after.act, before: before.watch + before.act })}
    >
      <Stack gap={2}>
        <Text size="sm">
          {t('early-warning.preview.levels', {
            act: after.act,
            act_before: before.act,
            watch: after.watch,
            watch_before: before.watch,
          })}
        </Text>
        <Text size="sm">{t('early-warning.preview.moved', { added, gone, students })}</Text>
      </Stack>
    </Alert>
  );
}

function Versions({ rules }: { rules: Rules }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const inWords = (of: Rule[] | null) =>
    of === null
      ? t('early-warning.rules.as_institution')
      : of
          .filter(({ on }) => on)
          .map(({ kind, watch, act, weeks }) =>
            [
              t(`early-warning.rule.${kind}`),
              [watch, act].map((one) => (one === null ? '—' : showNumber(one, locale))).join(' / '),
              weeks ? t('early-warning.rules.over', { weeks }) : '',
            ]
              .filter(Boolean)
              .join(' '),
          )
          .join('; ');
  return (
    <Section title={t('early-warning.rules.versions')}>
      {rules.versions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('early-warning.rules.usual')}
        </Text>
      ) : (
        <SmallTable
          rows={rules.versions}
          rowKey={(row) => String(row.id)}
          minWidth={640}
          columns={[
            { key: 'number', title: '№', figure: true, render: (row) => row.number },
            { key: 'since', title: label('since'), render: (row) => <DateTimeText value={row.since} /> },
            { key: 'author', title: label('author'), names: true, render: (row) => row.author ?? '—' },
            { key: 'note', title: label('note'), render: (row) => row.note },
            { key: 'rules', title: label('rules'), render: (row) => inWords(row.rules) },
          ]}
        />
      )}
    </Section>
  );
}
