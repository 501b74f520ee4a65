import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { codeId, useMessages } from '#platform/web/index.ts';
import { StateBadge } from '../../state.tsx';

interface Outcome {
  id: number;
  name: string;
  from: string | null;
  to: string | null;
  code: string | null;
}

const named = 50;

/** What an act on many would do: how many go where, and who cannot, with the offer to leave those out. */
export function Outcomes({ rows, onLeaveOut }: { rows: Outcome[]; onLeaveOut?: (ids: number[]) => void }) {
  const t = useMessages();
  const ready = rows.filter((row) => row.code === null);
  const refused = rows.filter((row) => row.code !== null);
  const ways = Map.groupBy(ready, (row) => `${row.from} ${row.to}`);
  return (
    <Stack gap="sm" aria-live="polite">
      {ready.length > 0 && (
        <Paper withBorder p="sm">
          <Stack gap={6}>
            {[...ways.values()].map(([one, ...more]) => (
              <Group key={`${one?.from} ${one?.to}`} gap={6}>
                {one?.from && <StateBadge state={one.from} />}
                {one?.to && one.to !== one.from && (
                  <>
                    <IconArrowRight size={14} aria-hidden />
                    <StateBadge state={one.to} />
                  </>
                )}
                <Text size="sm" className="tabular">
                  {t('admissions.bulk.so_many', { count: more.length + 1 })}
                </Text>
              </Group>
            ))}
            <details>
              <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
                {t('admissions.bulk.who')}
              </summary>
              <List size="sm" mt={4} style={{ maxHeight: 200, overflowY: 'auto' }}>
                {ready.slice(0, named).map(({ id, name }) => (
                  <List.Item key={id}>{name}</List.Item>
                ))}
              </List>
            </details>
          </Stack>
        </Paper>
      )}
      {refused.length > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('admissions.bulk.refused', { count: refused.length })}
        >
          <List size="sm">
            {refused.slice(0, 10).map(({ id, name, from, code }) => (
              <List.Item key={id}>
                {name}
                {from && ` (${t(codeId('admissions.state', from))})`}: {t(`admissions.refusal.${known(code)}`)}
              </List.Item>
            ))}
          </List>
          {refused.length > 10 && (
            <Text size="sm">{t('admissions.bulk.refused_more', { count: refused.length - 10 })}</Text>
          )}
          {onLeaveOut && ready.length > 0 && (
            <Button
              size="xs"
              mt="xs"
              variant="light"
              color="orange"
              onClick={() => onLeaveOut(refused.map(({ id }) => id))}
            >
              {t('admissions.bulk.leave_out', { count: refused.length })}
            </Button>
          )}
        </Alert>
      )}
    </Stack>
  );
}

const codes = [
  'TRANSITION_NOT_ALLOWED',
  'STEP_NOT_READY',
  'REASON_REQUIRED',
  'NO_APPLICATION',
  'CAMPAIGN_CLOSED',
  'LIVE_APPLICATION',
  'SESSION_FULL',
  'SESSION_NOT_OPEN',
  'DATES_REVERSED',
  'NO_AGREEMENT',
  'FORBIDDEN',
] as const;
const known = (code: string | null) => codes.find((one) => one === code) ?? 'other';
