import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type StudyLevel, studyLevels } from '#platform/contract/levels.ts';
import { choices, codeId, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateField,
  RunningJob,
  SelectField,
  SmallTable,
  showDate,
  showMoney,
  showNumber,
  usePreviewed,
} from '#platform/web/kit/index.ts';
import { api, loadCourses, refresh } from '../api.ts';

/** Invoices for all who owe something by a day: who would get one over how much, then the job, and the way back. */
export function InvoiceRun({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [until, setUntil] = useState<string | null>(null);
  const [course, setCourse] = useState<number | null>(null);
  const [level, setLevel] = useState<StudyLevel | null>(null);
  const { shown, error, busy, ask, changed, clear } = usePreviewed((preview) =>
    api.invoice.issue.call(
      {
        due_until: until ?? '',
        preview,
        ...(course ? { course_id: course } : {}),
        ...(level ? { level } : {}),
      },
      silent,
    ),
  );
  const close = () => {
    clear();
    onClose();
  };
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="lg"
      title={t('accounting.invoices.many')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('accounting.invoices.many_about')}
        </Text>
        <DateField
          label={t('accounting.invoices.due_until')}
          value={until}
          onChange={changed((value) => setUntil(value as string | null))}
          required
        />
        <AsyncSelect
          label={t('accounting.field.course_id')}
          load={loadCourses}
          value={course}
          onChange={changed((value) => setCourse(value === null ? null : Number(value)))}
        />
        <SelectField
          label={t('accounting.field.level')}
          options={choices(t, 'accounting.level', studyLevels)}
          value={level}
          onChange={changed((value) => setLevel(value as StudyLevel | null))}
          clearable
        />
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {shown?.job_id ? (
          <RunningJob
            id={shown.job_id}
            onOver={refresh}
            undo={t('accounting.invoices.undo')}
            said={({ state, receipt }) =>
              state === 'undone'
                ? t('accounting.invoices.undone')
                : t('accounting.invoices.done', { count: Number(receipt?.new ?? 0) })
            }
          />
        ) : (
          <>
            {shown && (
              <Alert color={shown.count ? 'accent' : 'yellow'}>
                <Text fw={600}>{t('accounting.invoices.count', { count: shown.count })}</Text>
                {shown.count > 0 && (
                  <Text size="sm">{t('accounting.assign.amount', { amount: showMoney(shown.amount) })}</Text>
                )}
                {shown.skipped.map(({ code, count }) => (
                  <Text key={code} size="sm" c="dimmed">
                    {t(codeId('accounting.invoices.skipped', code), { count })}
                  </Text>
                ))}
              </Alert>
            )}
            {shown && shown.count > 0 && (
              <SmallTable
                minWidth={480}
                maxHeight={320}
                rows={shown.invoices.map((row, at) => ({ ...row, at }))}
                rowKey={(row) => row.at}
                columns={[
                  { key: 'name', title: t('accounting.field.payer_name'), names: true, render: (row) => row.name },
                  {
                    key: 'contract',
                    title: t('accounting.field.contract_id'),
                    render: (row) => row.contract ?? '—',
                  },
                  { key: 'due_on', title: t('accounting.field.due_on'), render: (row) => showDate(row.due_on) },
                  {
                    key: 'amount',
                    title: t('accounting.field.amount'),
                    figure: true,
                    render: (row) => showMoney(row.amount),
                  },
                ]}
              />
            )}
            {shown && shown.count > shown.invoices.length && (
              <Text size="sm" c="dimmed">
                {t('accounting.assign.more', { count: showNumber(shown.count - shown.invoices.length, locale) })}
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" disabled={until === null} loading={busy} onClick={() => ask(true)}>
                {t('accounting.assign.preview')}
              </Button>
              <Button disabled={!shown?.count} loading={busy} onClick={() => ask(false)}>
                {t('accounting.assign.run')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Drawer>
  );
}
