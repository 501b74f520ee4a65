import { RingProgress, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { codeId, useMessages } from '#platform/web/index.ts';
import type { Home } from '../api.ts';
import styles from './home.module.css';

interface Tile {
  key: string;
  /** 0 to 100; null where there is nothing to measure yet. */
  share: number | null;
  figure: string;
  color: string;
}

const share = ({ done, all }: { done: number; all: number }) => (all > 0 ? (done * 100) / all : null);
/** The colours of the three standings of absence; the words stand beside them. */
export const colors = { FINE: 'accent', NEAR: 'orange', OVER: 'red' } as const;

/** How far one is in the whole semester, at a glance. */
export function Tiles({ home }: { home: Home }) {
  const t = useMessages();
  const intl = useIntl();
  const sum = (of: 'homework' | 'elearning') => ({
    done: home.modules.reduce((total, one) => total + one[of].done, 0),
    all: home.modules.reduce((total, one) => total + one[of].all, 0),
  });
  const percent = (value: number) => intl.formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 1 });
  const worst = (['OVER', 'NEAR', 'FINE'] as const).find((one) =>
    home.modules.some(({ attendance }) => attendance?.standing === one),
  );
  const counted = (key: 'homework' | 'elearning'): Tile => {
    const total = sum(key);
    return {
      key,
      share: share(total),
      figure: total.all ? `${total.done}/${total.all}` : t('reports.tile.none'),
      color: 'accent',
    };
  };
  const { average } = home;
  const tiles: Tile[] = [
    {
      key: 'attendance',
      share: home.attendance.attended,
      figure: home.attendance.attended === null ? t('reports.tile.none') : percent(home.attendance.attended),
      color: colors[worst ?? 'FINE'],
    },
    counted('homework'),
    counted('elearning'),
    ...(average === null
      ? []
      : [
          {
            key: 'marks',
            share: average,
            figure: intl.formatNumber(average, { maximumFractionDigits: 2 }),
            color: 'accent',
          },
        ]),
  ];
  return (
    <div className={styles.tiles}>
      {tiles.map((tile) => (
        <div key={tile.key} className={`surface ${styles.tile}`}>
          <RingProgress
            size={52}
            thickness={6}
            roundCaps
            aria-hidden
            sections={tile.share ? [{ value: tile.share, color: tile.color }] : []}
          />
          <div>
            <div className={styles.figure}>{tile.figure}</div>
            <Text size="xs" c="dimmed">
              {t(codeId('reports.tile', tile.key))}
            </Text>
          </div>
        </div>
      ))}
    </div>
  );
}
