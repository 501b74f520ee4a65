import { Alert, Anchor, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ImportPreview } from '#platform/contract/index.ts';
import { codeId, useIntlShape, useMessages } from '../i18n.tsx';
import { Arrow, plainValue, SmallTable, showNumber } from '../kit/index.ts';
import type { ImportedRecords } from './types.ts';

const shownAtOnce = 200;

/** What an import would do: four counts, every fault by row and column, and what would change for whom. */
export function ImportCheck({ preview, of }: { preview: ImportPreview; of: Pick<ImportedRecords, 'show' | 'href'> }) {
  const t = useMessages();
  const locale = useIntlShape().locale;
  const { show } = of;
  const column = (key: string) => ({ key, title: t(codeId('kit.import.column', key)) });
  const counts = [
    ['new', preview.new, 'teal'],
    ['changed', preview.changed, 'blue'],
    ['unchanged', preview.unchanged, 'gray'],
    ['faulty', preview.faulty, preview.faulty ? 'red' : 'gray'],
  ] as const;
  const good = preview.faults_total === 0;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 4 }} component="dl" m={0}>
        {counts.map(([key, count, tone]) => (
          <Paper
            key={key}
            withBorder
            p="sm"
            style={{
              borderInlineStart: `4px solid var(--mantine-color-${tone}-6)`,
              display: 'flex',
              flexDirection: 'column-reverse',
            }}
          >
            <Text component="dt" size="sm" c="dimmed">
              {t(`kit.import.count.${key}`)}
            </Text>
            <Text component="dd" m={0} fz={24} fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {showNumber(count, locale)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
      <Alert
        color={good ? 'teal' : 'red'}
        icon={good ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        role="status"
      >
        {good
          ? preview.new + preview.changed
            ? t('kit.import.good')
            : t('kit.import.nothing_new')
          : t('kit.import.bad', { count: preview.faults_total })}
      </Alert>
      {preview.notes.length > 0 && (
        <Stack gap="xs">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status">
            {t('kit.import.notes_title', { count: preview.notes_total })}
          </Alert>
          <SmallTable
            rows={preview.notes.slice(0, shownAtOnce)}
            rowKey={(note) => `${note.row}-${note.message}`}
            minWidth={280}
            maxHeight={320}
            columns={[
              { ...column('row'), figure: true, render: (note) => note.row },
              { ...column('note'), render: (note) => note.message },
            ]}
          />
          {preview.notes_total > shownAtOnce && (
            <Text size="sm" c="dimmed">
              {t('kit.import.notes_more', {
                count: preview.notes_total - Math.min(shownAtOnce, preview.notes.length),
              })}
            </Text>
          )}
        </Stack>
      )}
      {preview.unknown_columns.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('kit.import.unknown', {
            count: preview.unknown_columns.length,
            columns: preview.unknown_columns.join(', '),
          })}
        </Text>
      )}
      {preview.faults.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h6">
            {t('kit.import.faults_title')}
          </Title>
          <SmallTable
            rows={preview.faults.slice(0, shownAtOnce)}
            rowKey={(fault) => `${fault.row}-${fault.column}-${fault.code}`}
            minWidth={640}
            maxHeight={480}
            columns={[
              { ...column('row'), figure: true, render: (fault) => fault.row },
              {
                ...column('column'),
                render: (fault) => [fault.column, fault.title].filter(Boolean).join(' · ') || '—',
              },
              {
                ...column('value'),
                render: (fault) => <span style={{ overflowWrap: 'anywhere' }}>{fault.value || '—'}</span>,
              },
              { ...column('fault'), render: (fault) => fault.message },
            ]}
          />
          {preview.faults_total > shownAtOnce && (
            <Text size="sm" c="dimmed">
              {t('kit.import.faults_more', {
                count: preview.faults_total - Math.min(shownAtOnce, preview.faults.length),
              })}
            </Text>
          )}
        </Stack>
      )}
      {preview.changes.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h6">
            {t('kit.import.changes_title')}
          </Title>
          <SmallTable
            rows={preview.changes}
            rowKey={(change) => change.row}
            minWidth={560}
            maxHeight={480}
            columns={[
              { ...column('row'), figure: true, render: (change) => change.row },
              {
                ...column('who'),
                render: (change) => (
                  <Anchor component={Link} to={of.href(change.id)} target="_blank" size="sm">
                    {change.name}
                  </Anchor>
                ),
              },
              {
                ...column('change'),
                render: (change) =>
                  change.fields.map(({ field, old, new: next }) => (
                    <Text key={field} size="sm">
                      {show.label(field)}: <del>{plainValue(show.value(field, old), locale)}</del> <Arrow />{' '}
                      {plainValue(show.value(field, next), locale)}
                    </Text>
                  )),
              },
            ]}
          />
          {preview.changed > preview.changes.length && (
            <Text size="sm" c="dimmed">
              {t('kit.import.changes_more', { count: preview.changed - preview.changes.length })}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}
