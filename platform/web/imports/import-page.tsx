import { Button, FileButton, Group, List, Stack, Stepper, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ImportPreview } from '#platform/contract/index.ts';
import { download, messageOf } from '../http.ts';
import { codeId, useMessages } from '../i18n.tsx';
import { Dropzone, Empty, PageHeader, Section, useJob } from '../kit/index.ts';
import { useLocale } from '../session/settings.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportReceipt } from './import-receipt.tsx';
import type { ImportedRecords } from './types.ts';

const extensions = ['xlsx', 'csv'];

/** From a spreadsheet to the register in three steps: the file, what it would do, the receipt. Nothing is written before the last. */
export function ImportPage({ of }: { of: ImportedRecords }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  // The receipt has an address of its own, so that it can be opened again.
  const { job: job_id } = useSearch({ strict: false }) as { job?: string };
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<ImportPreview>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const job = useJob(job_id === undefined ? undefined : Number(job_id));
  const state = job.data?.state;
  const { onChanged } = of;
  useEffect(() => {
    if (state === 'done' || state === 'undone') void onChanged();
  }, [state, onChanged]);
  const check = async (chosen: File) => {
    setProblem(undefined);
    setBusy(true);
    try {
      const [stored] = await of.upload([chosen]);
      if (!stored) return;
      setPreview(await of.calls.preview(stored.id));
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
      const { job_id: started } = await of.calls.start(preview.file_id);
      await navigate({ to: '.', search: { job: String(started) } });
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
        back={of.list}
        title={t(codeId(of.messages, 'title'))}
        description={t(codeId(of.messages, 'about'))}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              void download(`${of.path}/template`, `${t(codeId(of.messages, 'template_name'))}-${locale}.xlsx`).catch(
                () => undefined,
              )
            }
          >
            {t('kit.import.template')}
          </Button>
        }
      />
      <Stepper
        active={step}
        size="xs"
        wrap={false}
        allowNextStepsSelect={false}
        styles={{ separator: { marginInline: 6, minWidth: 4 } }}
      >
        <Stepper.Step label={t('kit.import.step.file')} />
        <Stepper.Step label={t('kit.import.step.check')} />
        <Stepper.Step label={t('kit.import.step.receipt')} />
      </Stepper>
      {step === 0 && (
        <Section>
          <Stack>
            <List size="sm" spacing={4}>
              <List.Item>{t('kit.import.hint.template')}</List.Item>
              <List.Item>{t(codeId(of.messages, 'hint.match'))}</List.Item>
              <List.Item>{t('kit.import.hint.nothing')}</List.Item>
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
          description={t('kit.import.rows', { count: preview.rows })}
          actions={
            <>
              {/* Straight to the next file: a list is often corrected more than once. */}
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
                    {t(preview.faults_total ? 'kit.import.corrected' : 'kit.import.other')}
                  </Button>
                )}
              </FileButton>
              {preview.faults_total === 0 ? (
                <Button loading={busy} disabled={preview.new + preview.changed === 0} onClick={() => void run()}>
                  {t('kit.import.run', { count: preview.new + preview.changed })}
                </Button>
              ) : (
                <Button
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() =>
                    void download(`${of.path}/faults`, `${t('kit.import.faults_name')}.xlsx`, {
                      file_id: preview.file_id,
                    }).catch(() => undefined)
                  }
                >
                  {t('kit.import.faults')}
                </Button>
              )}
            </>
          }
        >
          <ImportCheck preview={preview} of={of} />
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
              {t('kit.import.another')}
            </Button>
          }
        />
      )}
      {step === 2 && job.data && <ImportReceipt job={job.data} of={of} onAgain={again} />}
    </Stack>
  );
}
