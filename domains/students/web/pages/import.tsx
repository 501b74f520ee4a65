import { Button, FileButton, Group, List, Stack, Stepper, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { download, messageOf, useLiveEvent, useLocale, useMessages } from '#platform/web/index.ts';
import { Dropzone, Empty, notify, PageHeader, Section } from '#platform/web/kit/index.ts';
import { api, downloadBy, jobs, type Preview, refresh, uploadSheet } from '../api.ts';
import { ImportPreview } from '../components/import-preview.tsx';
import { ImportReceipt } from '../components/import-receipt.tsx';

const extensions = ['xlsx', 'csv'];

/** Nothing more happens to it by itself. */
const over = (state: string) => state === 'done' || state === 'failed' || state === 'undone';

/** From a spreadsheet to the register in three steps: the file, what it would do, the receipt. Nothing is written before the last. */
export default function Import() {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  // The receipt has an address of its own, so that it can be opened again.
  const { job: job_id } = useSearch({ strict: false }) as { job?: string };
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const job = useQuery({
    ...jobs.get.queryOptions({ input: { id: Number(job_id) }, context: { silent: true } }),
    enabled: job_id !== undefined,
    // Live events may be missed while the connection is made anew.
    refetchInterval: (query) => (query.state.data && over(query.state.data.state) ? false : 1500),
  });
  useLiveEvent<{ id: number }>('job', (event) => {
    if (String(event.id) === job_id) void job.refetch();
  });
  const state = job.data?.state;
  useEffect(() => {
    if (state === 'done' || state === 'undone') void refresh();
  }, [state]);
  const check = async (chosen: File) => {
    setProblem(undefined);
    setBusy(true);
    try {
      const [stored] = await uploadSheet([chosen]);
      if (!stored) return;
      setPreview(await api.import.preview.call({ file_id: stored.id }, { context: { silent: true } }));
      setFile(chosen);
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
      const { job_id: started } = await api.import.start.call(
        { file_id: preview.file_id },
        { context: { silent: true } },
      );
      await navigate({ to: '.', search: { job: String(started) } as never });
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
    if (job_id) void navigate({ to: '.', search: {} });
  };
  const step = job_id ? 2 : preview ? 1 : 0;
  return (
    <Stack gap="md">
      <PageHeader
        back="/students"
        title={t('students.import.title')}
        description={t('students.import.about')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              void download('/student/import/template', `${t('students.import.template_name')}-${locale}.xlsx`).catch(
                () => undefined,
              )
            }
          >
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
            <Dropzone
              onDrop={([first]) => first && void check(first)}
              onRefuse={() => setProblem(undefined)}
              extensions={extensions}
              maxSize={20 * 1024 * 1024}
              multiple={false}
              loading={busy}
            />
            {problem && (
              <Text c="red" size="sm" role="alert">
                {problem}
              </Text>
            )}
          </Stack>
        </Section>
      )}
      {step === 1 && preview && (
        <Section
          title={
            <Group gap="xs" component="span">
              <IconFileSpreadsheet size={18} aria-hidden /> {file?.name}
            </Group>
          }
          description={t('students.import.rows', { count: preview.rows })}
          actions={
            <>
              <FileButton
                accept={extensions.map((extension) => `.${extension}`).join()}
                onChange={(chosen: File | null) => chosen && void check(chosen)}
              >
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    loading={busy}
                    leftSection={<IconRefresh size={16} aria-hidden />}
                  >
                    {t(preview.faults_total ? 'students.import.corrected' : 'students.import.other')}
                  </Button>
                )}
              </FileButton>
              {preview.faults_total === 0 ? (
                <Button loading={busy} disabled={preview.new + preview.changed === 0} onClick={() => void run()}>
                  {t('students.import.run', { count: preview.new + preview.changed })}
                </Button>
              ) : (
                <Button
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() =>
                    void downloadBy(
                      '/student/import/faults',
                      { file_id: preview.file_id },
                      `${t('students.import.faults_name')}.xlsx`,
                    ).catch((error) => notify.error(error))
                  }
                >
                  {t('students.import.faults')}
                </Button>
              )}
            </>
          }
        >
          <ImportPreview preview={preview} />
          {problem && (
            <Text c="red" size="sm" role="alert" mt="sm">
              {problem}
            </Text>
          )}
        </Section>
      )}
      {step === 2 && job.error && (
        <Empty
          title={messageOf(job.error)}
          action={
            <Button variant="default" onClick={again}>
              {t('students.import.another')}
            </Button>
          }
        />
      )}
      {step === 2 && job.data && <ImportReceipt job={job.data} onAgain={again} />}
    </Stack>
  );
}
