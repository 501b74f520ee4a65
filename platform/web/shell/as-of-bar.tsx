import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { asOfKey, historyBegins } from '../as-of.ts';
import { dayOf } from '../clock.ts';
import { useMessages } from '../i18n.tsx';
import { showDate, showDateTime } from '../kit/index.ts';
import styles from './as-of.module.css';

/** Above every page while a past day is looked at: which one, what is not known of it, and the way back. */
export default function AsOfBar({ time }: { time: string }) {
  const t = useMessages();
  const navigate = useNavigate();
  const begins = useSyncExternalStore(historyBegins.subscribe, () => historyBegins.of(time));
  const exact = time.length > 10;
  const day = exact ? dayOf(time) : time;
  const back = () =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, [asOfKey]: undefined }) });
  return (
    <div role="status" className={styles.bar}>
      <Group gap="sm" justify="center">
        <IconHistory size={18} aria-hidden />
        <Text size="sm" fw={600} span>
          {t(exact ? 'shell.as_of.moment' : 'shell.as_of.day', {
            time: exact ? showDateTime(time) : showDate(day),
          })}
        </Text>
        {begins !== undefined && dayOf(begins) > day ? (
          <Text size="sm" span>
            {t('shell.as_of.begins', { day: showDate(dayOf(begins)) })}
          </Text>
        ) : null}
        <Button
          size="compact-sm"
          variant="white"
          color="dark"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={back}
        >
          {t('shell.as_of.back')}
        </Button>
      </Group>
    </div>
  );
}
