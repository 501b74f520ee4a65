import { Alert, Button, Drawer, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { codeId, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateField,
  NumberField,
  RunningJob,
  showDate,
  showMoney,
  showNumber,
  usePreviewed,
} from '#platform/web/kit/index.ts';
import { api, loadAgreements, refresh } from '../api.ts';
import { showRate } from './rates.tsx';

/** Contracts for all whom an agreement is for: who would get one, who not and why, then the job. */
export function AssignDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [agreement, setAgreement] = useState<number | null>(null);
  const [year, setYear] = useState<number | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const { shown, error, busy, ask, changed } = usePreviewed((preview) =>
    api.contract.assign.call(
      {
        agreement_id: agreement ?? 0,
        preview,
        ...(year ? { entry_year: year } : {}),
        ...(until ? { accept_until: until } : {}),
      },
      silent,
    ),
  );
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={t('accounting.assign.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('accounting.assign.about')}
        </Text>
        <AsyncSelect
          label={t('accounting.field.agreement_id')}
          load={loadAgreements}
          value={agreement}
          onChange={changed((value) => setAgreement(value === null ? null : Number(value)))}
          required
        />
        <NumberField
          label={t('accounting.assign.entry_year')}
          value={year}
          onChange={changed((value) => setYear(value as number | null))}
          min={1990}
          max={2200}
        />
        <DateField
          label={t('accounting.field.accept_until')}
          value={until}
          onChange={changed((value) => setUntil(value as string | null))}
        />
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {shown?.job_id ? (
          <RunningJob id={shown.job_id} onOver={refresh} said={() => t('accounting.assign.done')} />
        ) : (
          <>
            {shown && (
              <Alert color={shown.count ? 'accent' : 'yellow'}>
                <Text fw={600}>{t('accounting.assign.count', { count: shown.count })}</Text>
                <Text size="sm">{t('accounting.assign.amount', { amount: showMoney(shown.amount) })}</Text>
                {shown.foreign && (
                  <Text size="sm">
                    {t('accounting.assign.foreign', {
                      ...shown.foreign,
                      amount: showMoney(shown.foreign.amount),
                      rate: showRate(shown.foreign.rate),
                      day: showDate(shown.foreign.day),
                    })}
                  </Text>
                )}
                <List size="sm" mt={6}>
                  {shown.students.slice(0, 8).map((student) => (
                    <List.Item key={student.id}>
                      {student.name} · {student.student_no}
                    </List.Item>
                  ))}
                </List>
                {shown.count > 8 && (
                  <Text size="sm">{t('accounting.assign.more', { count: showNumber(shown.count - 8, locale) })}</Text>
                )}
                {shown.skipped.map(({ code, count }) => (
                  <Text key={code} size="sm" c="dimmed">
                    {t(codeId('accounting.assign.skipped', code), { count })}
                  </Text>
                ))}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button
                variant="default"
                disabled={agreement === null || Number.isNaN(year)}
                loading={busy}
                onClick={() => ask(true)}
              >
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
