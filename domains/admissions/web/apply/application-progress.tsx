import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import type { FlavourName } from '../../flavours.ts';
import type { ApplicationState } from '../../workflow.ts';
import styles from './apply.module.css';
import { stopsOf } from './stops.ts';

interface Props {
  flavour: FlavourName;
  state: ApplicationState;
  through?: readonly ApplicationState[] | undefined;
}

/** Where one stands between the form and the first lecture. */
export function ApplicationProgress({ flavour, state, through }: Props) {
  const t = useMessages();
  return (
    <div className={styles.roadBox}>
      <ol className={styles.road} aria-label={t('apply.road')}>
        {stopsOf(flavour, state, through).map(({ stop, at }, index) => (
          <li key={stop} className={styles.stop} data-at={at} aria-current={at === 'here' ? 'step' : undefined}>
            <span
              className={styles.dot}
              data-done={at === 'done' || undefined}
              data-here={at === 'here' || undefined}
              data-stopped={at === 'stopped' || undefined}
              aria-hidden
            >
              {at === 'done' ? (
                <IconCheck size={13} stroke={2.4} />
              ) : at === 'stopped' ? (
                <IconX size={13} stroke={2.4} />
              ) : (
                index + 1
              )}
            </span>
            <span>
              {t(`apply.stop.${stop}`)}
              <VisuallyHidden> – {t(`apply.at.${at}`)}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
