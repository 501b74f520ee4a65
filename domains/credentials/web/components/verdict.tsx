import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayOf, useLocale, useMessages } from '#platform/web/index.ts';
import { Facts, showDate, showDateTime } from '#platform/web/kit/index.ts';
import type { Seen } from '../../shapes.ts';
import type { Examined } from '../examine.ts';

/** In one word and colour: genuine and valid, genuine but revoked or superseded, or not ours. */
export function VerdictPanel({ found, offline }: { found: Examined; offline: boolean }) {
  const t = useMessages();
  const { locale } = useLocale();
  const { verdict, statement } = found;
  if (verdict === 'altered' || verdict === 'unknown_key')
    return (
      <Alert color="red" icon={<IconCircleX aria-hidden />} title={t(`credentials.verdict.${verdict}`)} role="status">
        {t(`credentials.verdict.${verdict}.text`)}
      </Alert>
    );
  const genuine = (
    <Text size="sm">
      {t(verdict === 'unsupported' ? 'credentials.verdict.unsupported' : 'credentials.verdict.genuine')}
    </Text>
  );
  if (!statement)
    return (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('credentials.status.UNKNOWN')}
        role="status"
      >
        {genuine}
      </Alert>
    );
  const valid = statement.status === 'VALID';
  const next = statement.superseded_by;
  const provisional = statement.provisional ?? found.body?.provisional;
  const reason = statement.reasons?.[locale] ?? statement.reason;
  return (
    <Alert
      color={valid ? (verdict === 'unsupported' || provisional ? 'yellow' : 'teal') : 'red'}
      icon={valid ? <IconCircleCheck aria-hidden /> : <IconCircleX aria-hidden />}
      title={t(`credentials.status.${statement.status}`)}
      role="status"
    >
      <Stack gap={4}>
        {genuine}
        {provisional && (
          <Text size="sm" fw={600}>
            {t(`credentials.provisional.${provisional}`)}
          </Text>
        )}
        {!valid && statement.since && (
          <Text size="sm">
            {t('credentials.since', { date: showDate(statement.since_on ?? dayOf(statement.since)) })}
          </Text>
        )}
        {reason && <Text size="sm">{t('credentials.because', { reason })}</Text>}
        {next && (
          <Text size="sm">
            {t('credentials.next')}{' '}
            {offline ? (
              next.number
            ) : (
              <Anchor component={Link} to={`/check/${next.code}`} inherit underline="always">
                {next.number}
              </Anchor>
            )}
          </Text>
        )}
        <Text size="xs">
          {t(offline ? 'credentials.stated' : 'credentials.now', { at: showDateTime(statement.at) })}
        </Text>
      </Stack>
    </Alert>
  );
}

/** What the QR code says itself, where nobody could be asked: genuine or not, and nothing of what became of it since. */
export function SeenPanel({ found }: { found: { verdict: Examined['verdict']; seen: Seen | null } }) {
  const t = useMessages();
  const { seen, verdict } = found;
  if (!seen)
    return (
      <Alert
        color={verdict === 'unsupported' ? 'yellow' : 'red'}
        icon={<IconCircleX aria-hidden />}
        title={t(`credentials.verdict.${verdict === 'unknown_key' ? 'unknown_key' : 'altered'}`)}
        role="status"
      >
        {t(verdict === 'unsupported' ? 'credentials.verdict.unsupported' : 'credentials.seen.bad')}
      </Alert>
    );
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('credentials.seen.genuine')} role="status">
      <Stack gap="xs">
        <Facts
          columns={2}
          items={[
            { label: t('credentials.field.subject_name'), value: seen.s },
            { label: t('credentials.field.title'), value: seen.t },
            { label: t('credentials.field.number'), value: seen.n },
            { label: t('credentials.field.issued_at'), value: showDate(seen.d) },
            { label: t('credentials.seen.institution'), value: seen.i },
            { label: t('credentials.field.check_code'), value: seen.c },
          ]}
        />
        <Text size="sm">{t('credentials.seen.about')}</Text>
      </Stack>
    </Alert>
  );
}
