import { UnstyledButton } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { colorOf, type Row } from '../api.ts';
import styles from './calendar.module.css';

/** One event as a line; the colour is its type, which is said in words too. */
export function Chip({ event, open }: { event: Row; open: (event: Row) => void }) {
  const t = useMessages();
  const color = colorOf[event.type];
  return (
    <UnstyledButton
      className={styles.chip}
      style={{
        background: `var(--mantine-color-${color}-light)`,
        borderInlineStartColor: `var(--mantine-color-${color}-filled)`,
      }}
      title={`${t(`calendar.type.${event.type}`)}: ${event.title}`}
      onClick={() => open(event)}
    >
      {event.starts_time && <span className="tabular">{event.starts_time} </span>}
      {event.title}
    </UnstyledButton>
  );
}
