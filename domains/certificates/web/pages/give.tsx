import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { upload } from '#domains/files/web/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { ImportPage } from '#platform/web/imports/import-page.tsx';
import { ImportReceipt } from '#platform/web/imports/import-receipt.tsx';
import { choices, messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  PageHeader,
  plainValue,
  Section,
  SelectField,
  SmallTable,
  TextField,
  useJob,
} from '#platform/web/kit/index.ts';
import { blanksIn, type CertificateEvent, eventFields } from '../../shapes.ts';
import { api as calls, loadGroups, loadStudents, refresh } from '../api.ts';

type From = 'students' | 'group' | 'file';
type Preview = Awaited<ReturnType<typeof calls.issue.preview.call>>;

/** Certificates for many at once: which, in which language, what for, and for whom; every row is looked at first. */
export default function Give() {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const { job } = useSearch({ strict: false }) as { job?: string };
  const [from, setFrom] = useState<From>('students');
  const [template, setTemplate] = useState<number | null>(null);
  const [tongue, setTongue] = useState<Locale | null>(null);
  const [event, setEvent] = useState<CertificateEvent>({});
  const [students, setStudents] = useState<number[]>([]);
  const [group, setGroup] = useState<number | null>(null);
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const offered =
    useQuery(calls.template.list.queryOptions({ input: { size: 200, status: ['LIVE'] }, ...silent })).data?.content ??
    [];
  const chosen = offered.find(({ id }) => id === template);
  const language = chosen?.languages.find((one) => one === (tongue ?? locale)) ?? chosen?.languages[0];
  const used = new Set(
    blanksIn(chosen?.elements ?? []).flatMap(({ name, locale: of }) => (of === language ? [name] : [])),
  );
  const asks = eventFields.filter((name) => used.has(`event.${name}`));
  const asked = {
    template_id: template ?? 0,
    language: language ?? 'uz',
    event: Object.fromEntries(asks.map((name) => [name, event[name]?.trim() ?? ''])),
  };
  const whom = from === 'group' ? { group_id: group ?? 0 } : { student_ids: students };
  const ready = chosen !== undefined && (from === 'group' ? group !== null : students.length > 0);
  const again = () => setPreview(undefined);
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () => run(async () => setPreview(await calls.issue.preview.call({ ...asked, ...whom }, silent)));
  const start = () =>
    run(async () => {
      const { job_id } = await calls.issue.start.call({ ...asked, ...whom }, silent);
      await navigate({ to: '.', search: { job: String(job_id), from: 'chosen' } });
    });
  const faults = (preview?.faulty ?? 0) + (preview?.faults.length ?? 0);
  if (job && from !== 'file') return <Receipt id={Number(job)} />;
  return (
    <Stack>
      <PageHeader
        back="/certificates"
        title={t('certificates.give.title')}
        description={t('certificates.give.about')}
      />
      <Section title={t('certificates.give.what')}>
        <Stack gap="sm">
          <Group grow align="flex-start">
            <SelectField
              name="template_id"
              label={t('certificates.field.template_id')}
              required
              options={offered.map((row) => ({ id: row.id, title: plainValue(row.title, locale) }))}
              value={template}
              onChange={(next) => {
                setTemplate(next === null ? null : Number(next));
                again();
              }}
            />
            <SelectField
              name="language"
              label={t('certificates.field.language')}
              required
              options={choices(t, 'certificates.language', chosen?.languages ?? [])}
              value={language ?? null}
              onChange={(next) => {
                setTongue(chosen?.languages.find((one) => one === next) ?? null);
                again();
              }}
            />
          </Group>
          {offered.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('certificates.give.no_templates')}
            </Text>
          )}
          {asks.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`certificates.event.${name}`)}
              required
              value={event[name] ?? ''}
              onChange={(value) => {
                setEvent((before) => ({ ...before, [name]: value }));
                again();
              }}
            />
          ))}
        </Stack>
      </Section>
      <Section title={t('certificates.give.whom')}>
        <Stack gap="sm">
          <SegmentedControl
            aria-label={t('certificates.give.whom')}
            data={(['students', 'group', 'file'] as const).map((id) => ({
              value: id,
              label: t(`certificates.give.from.${id}`),
            }))}
            value={from}
            onChange={(next) => {
              setFrom(next === 'group' ? 'group' : next === 'file' ? 'file' : 'students');
              again();
            }}
          />
          {from === 'students' && (
            <AsyncSelect
              multiple
              label={t('certificates.give.from.students')}
              load={loadStudents}
              value={students}
              onChange={(next) => {
                setStudents(next.map(Number));
                again();
              }}
            />
          )}
          {from === 'group' && (
            <AsyncSelect
              label={t('certificates.give.from.group')}
              load={loadGroups}
              value={group}
              onChange={(next) => {
                setGroup(next === null ? null : Number(next));
                again();
              }}
            />
          )}
          {from !== 'file' && (
            <Group>
              <Button variant="default" disabled={!ready} loading={busy && !preview} onClick={() => void look()}>
                {t('certificates.give.look')}
              </Button>
            </Group>
          )}
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
        </Stack>
      </Section>
      {from === 'file' &&
        (chosen ? (
          <ImportPage
            of={{
              messages: 'certificates.import',
              path: '/certificate/issue/import',
              list: '/certificates',
              href: () => '/certificates',
              upload,
              calls: {
                preview: (file_id) => calls.issue.import.preview.call({ file_id }, silent),
                start: (file_id) => calls.issue.import.start.call({ ...asked, file_id }, silent),
              },
              show: { label: (field) => field, value: (_field, value) => value },
              onChanged: refresh,
            }}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('certificates.give.template_first')}
          </Text>
        ))}
      {preview && (
        <Section
          title={t('certificates.give.rows', { count: preview.total })}
          actions={
            <Button disabled={faults > 0} loading={busy} onClick={() => void start()}>
              {t('certificates.give.do', { count: preview.total })}
            </Button>
          }
        >
          <Stack gap="sm">
            <Alert
              color={faults ? 'red' : 'teal'}
              icon={faults ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
              role="status"
            >
              {faults ? t('certificates.give.bad', { count: faults }) : t('certificates.give.good')}
              {preview.faults.map(({ message }) => (
                <Text key={message} size="sm">
                  {message}
                </Text>
              ))}
            </Alert>
            <SmallTable
              rows={preview.rows}
              rowKey={(row) => row.row}
              minWidth={420}
              maxHeight={480}
              columns={[
                { key: 'row', title: '№', figure: true, render: (row) => row.row },
                { key: 'name', title: t('certificates.field.name'), render: (row) => row.name },
                { key: 'number', title: t('certificates.field.student_no'), render: (row) => row.number ?? '—' },
                {
                  key: 'faults',
                  title: t('certificates.give.faults'),
                  render: (row) =>
                    row.faults.length ? (
                      <Text size="sm" c="red">
                        {row.faults.map(({ message }) => message).join('; ')}
                      </Text>
                    ) : (
                      '—'
                    ),
                },
              ]}
            />
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

/** How far the issue is, and what came of it. */
function Receipt({ id }: { id: number }) {
  const t = useMessages();
  const navigate = useNavigate();
  const job = useJob(id);
  return (
    <Stack>
      <PageHeader back="/certificates" title={t('certificates.give.title')} />
      {job.error && <Text c="red">{messageOf(job.error)}</Text>}
      {job.data && (
        <ImportReceipt
          job={{
            ...job.data,
            receipt: job.data.receipt && { new: job.data.receipt.count, changed: 0, unchanged: 0, ...job.data.receipt },
          }}
          of={{
            messages: 'certificates.import',
            path: '/certificate/issue/import',
            list: '/certificates',
            href: () => '/certificates',
            upload,
            calls: {
              preview: (file_id) => calls.issue.import.preview.call({ file_id }, silent),
              start: () => Promise.reject(new Error('nothing is imported here')),
            },
            show: { label: (field) => field, value: (_field, value) => value },
            onChanged: async () => {
              await refresh();
              await job.refetch();
            },
          }}
          onAgain={() => void navigate({ to: '.', search: {} })}
        />
      )}
    </Stack>
  );
}
