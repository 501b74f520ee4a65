import { UnstyledButton } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { ModuleTitle } from '#platform/web/kit/index.ts';
import { eventColor, type Row } from '../api.ts';
import styles from './calendar.module.css';

/** One event as a line; the colour is its module, or else its type, which are said in words too. */
export function Chip({ event, open }: { event: Row; open: (event: Row) => void }) {
  const t = useMessages();
  return (
    <UnstyledButton
      className={styles.chip}
      style={{
        background: `color-mix(in srgb, ${eventColor(event)} 10%, var(--surface))`,
        borderInlineStartColor: eventColor(event),
      }}
      title={`${t(`calendar.type.${event.type}`)}: ${event.title}`}
      onClick={() => open(event)}
    >
      {event.starts_time && <span className="tabular">{event.starts_time} </span>}
      {event.type === 'CLASS' ? <ModuleTitle title={event.title} /> : event.title}
    </UnstyledButton>
  );
}
