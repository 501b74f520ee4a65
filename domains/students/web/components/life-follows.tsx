import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { type LifeArea, lifeAreas } from '../../life.ts';

interface Line {
  area: LifeArea;
  text: string;
}
const shownLines = 8;
const shownFaults = 10;

/** What follows from a change, area by area; of many students what is the same stands once, with how many it meets. */
export function Follows({ students }: { students: readonly { lines: readonly Line[] }[] }) {
  const t = useMessages();
  const all = students.flatMap(({ lines }) => lines);
  if (all.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('students.life.follows_none')}
      </Text>
    );
  return (
    <Stack gap="sm">
      {lifeAreas.flatMap((area) => {
        const texts = [...Map.groupBy(all, (line) => (line.area === area ? line.text : ''))].filter(([text]) => text);
        if (texts.length === 0) return [];
        return (
          <div key={area}>
            <Title order={3} size="h6">
              {t(`students.area.${area}`)}
            </Title>
            <List size="sm">
              {texts.slice(0, shownLines).map(([text, { length: count }]) => (
                <List.Item key={text} style={{ overflowWrap: 'anywhere' }}>
                  {students.length > 1 ? t('students.life.line', { text, count }) : text}
                </List.Item>
              ))}
            </List>
            {texts.length > shownLines && (
              <Text size="sm" c="dimmed">
                {t('students.life.lines_more', { count: texts.length - shownLines })}
              </Text>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

interface FaultsProps {
  faults: readonly { id: number; name: string; code: string; message: string }[];
  /** how many were chosen */
  count: number;
  /** goes on without them, where that is possible */
  onLeaveOut?: (ids: number[]) => void;
}

/** Who cannot take the change, and why. */
export function Faults({ faults, count, onLeaveOut }: FaultsProps) {
  const t = useMessages();
  const ids = [...new Set(faults.map(({ id }) => id))];
  if (ids.length === 0) return null;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('students.status.refused', { count: ids.length })}
    >
      <List size="sm">
        {faults.slice(0, shownFaults).map((fault) => (
          <List.Item key={`${fault.id}-${fault.code}`}>
            {count === 1 ? fault.message : `${fault.name}: ${fault.message}`}
          </List.Item>
        ))}
      </List>
      {faults.length > shownFaults && (
        <Text size="sm">{t('students.life.lines_more', { count: faults.length - shownFaults })}</Text>
      )}
      {onLeaveOut && ids.length < count && (
        <Group mt="xs">
          <Button size="xs" variant="light" color="orange" onClick={() => onLeaveOut(ids)}>
            {t('students.status.leave_out', { count: ids.length })}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
