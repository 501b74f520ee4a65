import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { codeId, useMessages } from '#platform/web/index.ts';
import type { ModuleCard as Module } from '../api.ts';
import styles from './home.module.css';
import { colors } from './tiles.tsx';

/** One module: who teaches it, what was done of it, and how much absence is left. */
export function ModuleCard({ module, limit }: { module: Module; limit: number }) {
  const t = useMessages();
  const intl = useIntl();
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 1 });
  const of = ({ done, all }: { done: number; all: number }) => (all > 0 ? `${done}/${all}` : '—');
  const facts = [
    { key: 'lessons', value: String(module.lessons) },
    { key: 'homework', value: of(module.homework) },
    { key: 'elearning', value: of(module.elearning) },
  ];
  return (
    <Link
      {...({ to: `/${module.course_module_id}/student-lessons` } as { to: string })}
      className={`surface ${styles.module}`}
    >
      <div>
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <h3>{module.title}</h3>
          {module.mark && (
            <Badge
              size="lg"
              variant="light"
              aria-label={t('reports.module.mark', { value: number(module.mark.value) })}
            >
              {[number(module.mark.value), module.mark.label].filter(Boolean).join(' · ')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={2}>
          {[module.code, t('reports.module.credits', { credits: module.credits }), module.teacher]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <div className={styles.facts}>
        {facts.map(({ key, value }) => (
          <div key={key}>
            <div className={styles.figure}>{value}</div>
            <Text size="xs" c="dimmed">
              {t(codeId('reports.module', key))}
            </Text>
          </div>
        ))}
      </div>
      <Absence of={module.attendance} limit={limit} />
    </Link>
  );
}

/** How much of the absence that the law allows is used up: the whole bar is the limit. */
function Absence({ of, limit }: { of: Module['attendance']; limit: number }) {
  const t = useMessages();
  const intl = useIntl();
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 1 });
  const used = of && limit > 0 ? Math.min(100, (of.share * 100) / limit) : 0;
  return (
    <div>
      <div className={styles.limit} aria-hidden>
        {used > 0 && (
          <span
            style={{
              width: `${Math.max(4, used)}%`,
              background: `var(--mantine-color-${colors[of!.standing]}-filled)`,
            }}
          />
        )}
      </div>
      <Group gap={6} mt={4} justify="space-between">
        <Text size="xs" c="dimmed">
          {of === null
            ? t('reports.module.uncalled')
            : of.missed_hours > 0
              ? t('reports.module.absence', { hours: of.missed_hours, share: number(of.share), limit: number(limit) })
              : t('reports.module.no_absence')}
        </Text>
        {of && of.standing !== 'FINE' && (
          <Badge variant="light" color={colors[of.standing]}>
            {t(`reports.module.${of.standing}`)}
          </Badge>
        )}
      </Group>
    </div>
  );
}
