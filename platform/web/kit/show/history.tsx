import { Table, Text, Timeline } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styles from '../kit.module.css';
import { Empty } from './empty.tsx';
import { DateTimeText } from './people.tsx';
import type { Names } from './values.ts';
import { fullName, plainValue } from './values.ts';

export interface HistoryEntry {
  id: number | string;
  /** ISO instant */
  at: string;
  actor?: Names | string | null | undefined;
  /** page of whoever did it */
  actorHref?: string | undefined;
  /** CREATE, UPDATE, DELETE, RESTORE, or a word that is shown as it is */
  action: ReactNode;
  reason?: string | null | undefined;
  changes?: { field: string; old: unknown; new: unknown }[] | undefined;
}

/** Who changed what and when: old → new. */
export function History({ entries, labels = {} }: { entries: HistoryEntry[]; labels?: Record<string, ReactNode> }) {
  const intl = useIntl();
  if (entries.length === 0) return <Empty title={<FormattedMessage id="kit.history.empty" />} />;
  return (
    <Timeline bulletSize={14} lineWidth={2} active={-1}>
      {entries.map((entry) => (
        <Timeline.Item
          key={entry.id}
          title={
            <Text size="sm">
              <b>
                <Actor entry={entry} />
              </b>{' '}
              {typeof entry.action === 'string' ? (
                <FormattedMessage id="kit.history.action" values={{ action: entry.action }} />
              ) : (
                entry.action
              )}
            </Text>
          }
        >
          <Text size="xs" c="dimmed">
            <DateTimeText value={entry.at} />
          </Text>
          {entry.reason && (
            <Text size="sm" fs="italic">
              {entry.reason}
            </Text>
          )}
          {entry.changes?.map((change) => (
            <Text key={change.field} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {labels[change.field] ?? change.field}:{' '}
              <del className={styles.old}>{plainValue(change.old, intl.locale)}</del>
              <IconArrowRight size={13} aria-hidden style={{ margin: '0 4px', verticalAlign: '-2px' }} />
              <ins style={{ textDecoration: 'none' }}>{plainValue(change.new, intl.locale)}</ins>
            </Text>
          ))}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Actor({ entry: { actor, actorHref } }: { entry: HistoryEntry }) {
  if (!actor) return <FormattedMessage id="kit.history.system" />;
  const name = typeof actor === 'string' ? actor : fullName(actor);
  return actorHref === undefined ? name : <Link to={actorHref}>{name}</Link>;
}

export interface DiffTableProps {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  fields: { key: string; label: ReactNode }[];
  /** also those that are the same */
  all?: boolean | undefined;
  beforeTitle?: ReactNode | undefined;
  afterTitle?: ReactNode | undefined;
}

/** Two states of a record beside each other; what differs is marked by word and colour. */
export function DiffTable({ before, after, fields, all = false, beforeTitle, afterTitle }: DiffTableProps) {
  const intl = useIntl();
  const differs = (key: string) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null);
  const shown = all ? fields : fields.filter(({ key }) => differs(key));
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        <FormattedMessage id="kit.diff.none" />
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <FormattedMessage id="kit.diff.field" />
            </Table.Th>
            <Table.Th>{beforeTitle ?? <FormattedMessage id="kit.history.before" />}</Table.Th>
            <Table.Th>{afterTitle ?? <FormattedMessage id="kit.history.after" />}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ key, label }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>
                {differs(key) ? (
                  <del className={styles.old}>{plainValue(before[key], intl.locale)}</del>
                ) : (
                  plainValue(before[key], intl.locale)
                )}
              </Table.Td>
              <Table.Td
                {...(differs(key)
                  ? { bg: 'light-dark(var(--mantine-color-teal-0), var(--mantine-color-dark-5))' }
                  : {})}
              >
                {differs(key) ? (
                  <ins style={{ textDecoration: 'none', fontWeight: 600 }}>{plainValue(after[key], intl.locale)}</ins>
                ) : (
                  plainValue(after[key], intl.locale)
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
