import { Button, Group, List, Stack, Stepper, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { download, messageOf, useLiveEvent, useLocale, useMessages } from '#platform/web/index.ts';
import { Dropzone, JobProgress, notify, PageHeader, Section } from '#platform/web/kit/index.ts';
import { api, downloadBy, type Preview, refresh, uploadFile } from '../api.ts';
import { ImportPreview } from '../components/import-preview.tsx';

type Job = { id: number; state: 'queued' | 'running' | 'done' | 'failed' | 'undone'; done: number; total: number };

/** From a spreadsheet to the register in three steps: the file, what it would do, the receipt. Nothing is written before the last. */
export default function Import() {
  const t = useMessages();
  const { locale } = useLocale();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<Job>();
  // A short job may tell of its end before the answer that names it arrives.
  const told = useRef(new Map<number, Job>());
  useLiveEvent<Job>('job', (event) => {
    told.current.set(event.id, event);
    setJob((now) => (now?.id === event.id ? event : now));
    if (event.state === 'done' || event.state === 'undone') void refresh();
  });
  const check = async (chosen: File) => {
    setFile(chosen);
    setProblem(undefined);
    setPreview(undefined);
    setBusy(true);
    try {
      const [stored] = await uploadFile([chosen]);
      if (stored) setPreview(await api.import.preview.call({ file_id: stored.id }, { context: { silent: true } }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const run = async () => {
    if (!preview || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { job_id } = await api.import.start.call({ file_id: preview.file_id }, { context: { silent: true } });
      setJob(told.current.get(job_id) ?? { id: job_id, state: 'queued', done: 0, total: preview.new + preview.changed });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    setFile(undefined);
    setPreview(undefined);
    setProblem(undefined);
    setJob(undefined);
  };
  const step = job ? 2 : preview ? 1 : 0;
  return (
    <Stack gap="md">
      <PageHeader
        back="/students"
        title={t('students.import.title')}
        description={t('students.import.about')}
        actions={
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download('/student/import/template', `${t('students.import.template_name')}-${locale}.xlsx`).catch(() => undefined)}>
            {t('students.import.template')}
          </Button>
        }
      />
      <Stepper active={step} size="sm" allowNextStepsSelect={false}>
        <Stepper.Step label={t('students.import.step.file')} />
        <Stepper.Step label={t('students.import.step.check')} />
        <Stepper.Step label={t('students.import.step.receipt')} />
      </Stepper>
      {step === 0 && (
        <Section>
          <Stack>
            <List size="sm" spacing={4}>
              <List.Item>{t('students.import.hint.template')}</List.Item>
              <List.Item>{t('students.import.hint.match')}</List.Item>
              <List.Item>{t('students.import.hint.nothing')}</List.Item>
            </List>
            <Dropzone onDrop={([first]) => first && void check(first)} extensions={['xlsx', 'csv']} maxSize={20 * 1024 * 1024} multiple={false} loading={busy} />
            {problem && <Text c="red" size="sm" role="alert">{problem}</Text>}
          </Stack>
        </Section>
      )}
      {step === 1 && preview && (
        <>
          <Section
            title={
              <Group gap="xs" component="span">
                <IconFileSpreadsheet size={18} aria-hidden /> {file?.name}
              </Group>
            }
            description={t('students.import.rows', { count: preview.rows })}
            actions={
              <>
                <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={again}>{t('students.import.other')}</Button>
                {preview.faults_total === 0 ? (
                  <Button loading={busy} disabled={preview.new + preview.changed === 0} onClick={() => void run()}>{t('students.import.run', { count: preview.new + preview.changed })}</Button>
                ) : (
                  <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void downloadBy('/student/import/faults', { file_id: preview.file_id }, `${t('students.import.faults_name')}.xlsx`).catch((error) => notify.error(error))}>{t('students.import.faults')}</Button>
                )}
              </>
            }
          >
            <ImportPreview preview={preview} />
            {problem && <Text c="red" size="sm" role="alert" mt="sm">{problem}</Text>}
          </Section>
        </>
      )}
      {step === 2 && job && preview && (
        <Section title={t(job.state === 'done' ? 'students.import.done' : job.state === 'failed' ? 'students.import.failed' : 'students.import.running')}>
          <Stack>
            <JobProgress done={job.done} total={job.total} state={job.state === 'queued' ? 'waiting' : job.state === 'undone' ? 'done' : job.state} {...(job.state === 'failed' ? { message: t('students.import.failed_about') } : {})} />
            {job.state === 'done' && (
              <Text>{t('students.import.receipt', { fresh: preview.new, changed: preview.changed, unchanged: preview.unchanged })}</Text>
            )}
            {(job.state === 'queued' || job.state === 'running') && <Text size="sm" c="dimmed">{t('students.import.leave')}</Text>}
            <Group>
              <Button component={Link} {...({ to: '/students', search: { sort: 'created_at,desc' } } as object)}>{t('students.import.to_list')}</Button>
              <Button variant="default" onClick={again}>{t('students.import.another')}</Button>
            </Group>
          </Stack>
        </Section>
      )}
    </Stack>
  );
}
