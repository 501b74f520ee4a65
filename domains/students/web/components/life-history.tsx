import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { DateText, DateTimeText, Empty, Section } from '#platform/web/kit/index.ts';
import { api, type Profile } from '../api.ts';
import { Follows } from './life-follows.tsx';
import { LifeOrder, undoLife } from './life-order.tsx';
import { PapersFailed } from './paper-modal.tsx';

/** The changes of a student's life, the newest first: the order of each, what followed, and the way back. */
export function LifeHistory({ student }: { student: Profile }) {
  const t = useMessages();
  const { data, error, refetch } = useQuery(
    api.life.list.queryOptions({ input: { student_id: student.id, size: 200 }, context: { silent: true } }),
  );
  if (error) return <PapersFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Section title={t('students.life.history')} description={t('students.life.history_about')}>
      {data.content.length === 0 && <Empty title={t('students.life.none')} />}
      <Stack gap="sm">
        {data.content.map((change) => (
          <Paper key={change.id} withBorder p="sm" component="article">
            <Group justify="space-between" align="flex-start" gap="xs">
              <Stack gap={2} style={{ minWidth: 0, flex: '1 1 12rem' }}>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    {t(`students.life.${change.kind}`)}
                  </Text>
                  {change.undone && (
                    <Badge variant="default" tt="none">
                      {t('students.life.undone')}
                    </Badge>
                  )}
                </Group>
                <Text size="sm" component="div">
                  <DateText value={change.starts_on} />
                  {change.ends_on && (
                    <>
                      {' – '}
                      <DateText value={change.ends_on} />
                    </>
                  )}
                </Text>
                <Text size="sm" component="div">
                  <LifeOrder order={change} />
                </Text>
                {[change.reason, change.undo_reason && `${t('students.life.undone')}: ${change.undo_reason}`].map(
                  (reason) =>
                    reason && (
                      <Text key={reason} size="sm" fs="italic" style={{ overflowWrap: 'anywhere' }}>
                        {reason}
                      </Text>
                    ),
                )}
                <Text size="xs" c="dimmed" component="div">
                  {change.by ?? t('students.history.system')} · <DateTimeText value={change.created_at} />
                </Text>
              </Stack>
              {change.can.undo && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() =>
                    void undoLife(t, {
                      id: change.id,
                      name: t(`students.life.${change.kind}`),
                      student_ids: [student.id],
                    })
                  }
                >
                  {t('kit.undo')}
                </Button>
              )}
            </Group>
            {change.lines.length > 0 && !change.undone && (
              <details style={{ marginTop: 8 }}>
                <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
                  {t('students.life.followed')}
                </summary>
                <Follows students={[change]} />
              </details>
            )}
          </Paper>
        ))}
      </Stack>
    </Section>
  );
}
