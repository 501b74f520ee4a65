import { Alert, Button, Drawer, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, queryClient, silent, useMessages, useTitle } from '#platform/web/index.ts';
import { DateFilter, Empty, FormDrawer, PageHeader } from '#platform/web/kit/index.ts';
import type { ReportDefinition } from '../../definition.ts';
import { limitsSave } from '../../shapes.ts';
import { api, type PanelValue } from '../api.ts';
import { Answer } from '../builder/answer.tsx';
import styles from './boards.module.css';
import { Panel } from './panel.tsx';

/** The dashboards of whoever works here: one for each kind of work, with what each number stands on. */
export function Boards() {
  const t = useMessages();
  const navigate = useNavigate();
  const { board: asked, on } = useSearch({ strict: false }) as { board?: string; on?: string };
  const [opened, setOpened] = useState<{ title: string; open: NonNullable<PanelValue['open']> }>();
  useTitle(t('reports.boards.title'));
  const boards = useQuery(api.dashboard.boards.queryOptions(silent));
  const subjects = useQuery(api.report.fields.queryOptions(silent));
  if (boards.isError) return <Empty title={t('reports.failed')} text={messageOf(boards.error)} />;
  if (!boards.data) return <PageSpinner />;
  const board = boards.data.find(({ id }) => id === asked) ?? boards.data[0];
  if (!board) return <Empty title={t('reports.boards.title')} text={t('reports.none_offered')} />;
  const go = (search: { board?: string; on?: string | undefined }) =>
    void navigate({ to: '/dashboard', search: { board: board.id, on, ...search } as Record<string, string> });
  const choices = boards.data.map(({ id, title }) => ({ value: id, label: title }));
  const usual = subjects.data?.find(({ id }) => id === opened?.open.subject)?.usual ?? [];
  const behind = (open: NonNullable<PanelValue['open']>): ReportDefinition => ({
    subject: open.subject,
    columns: usual,
    filters: open.filters,
    groups: [],
    measures: [],
    sort: null,
    chart: 'none',
  });
  return (
    <Stack gap="md">
      <PageHeader
        title={board.title}
        description={board.about}
        actions={
          <Group gap="xs" align="flex-end" data-screen>
            <DateFilter
              label={t('reports.boards.compare')}
              value={on ?? null}
              onChange={(day: string | null) => go({ on: day ?? undefined })}
            />
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('reports.boards.print')}
            </Button>
          </Group>
        }
      />
      {choices.length > 1 && (
        <div data-screen>
          <SegmentedControl
            visibleFrom="md"
            value={board.id}
            onChange={(id) => go({ board: id })}
            data={choices}
            aria-label={t('reports.boards.which')}
          />
          <Select
            hiddenFrom="md"
            value={board.id}
            onChange={(id) => id && go({ board: id })}
            data={choices}
            allowDeselect={false}
            aria-label={t('reports.boards.which')}
          />
        </div>
      )}
      {board.id === 'faculty' && <Limits />}
      {on && <Alert color="gray">{t('reports.boards.compared')}</Alert>}
      <div className={styles.panels}>
        {board.panels.map((panel) => (
          <Panel
            key={`${board.id} ${panel.id}`}
            board={board.id}
            panel={panel}
            on={on}
            onOpen={(title, open) => setOpened({ title, open })}
          />
        ))}
      </div>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size={820}
        title={opened ? `${t('reports.behind')}: ${opened.title}` : ''}
        closeButtonProps={{ 'aria-label': t('reports.close') }}
      >
        {opened && usual.length > 0 && (
          <Answer definition={behind(opened.open)} title={opened.title} asOf={opened.open.as_of ?? undefined} />
        )}
      </Drawer>
    </Stack>
  );
}

/** From when on a group is worth a look, and where that is set. */
function Limits() {
  const t = useMessages();
  const [editing, setEditing] = useState(false);
  const { data } = useQuery(api.limits.get.queryOptions(silent));
  if (!data) return null;
  const { missed_above: missed, passed_below: passed, place, version, can } = data;
  return (
    <Group gap="xs" data-screen>
      <Text size="sm" c="dimmed">
        {t('reports.limits.about', { place, missed, passed })}
      </Text>
      {can.edit && (
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          {t('reports.limits')}
        </Button>
      )}
      <FormDrawer
        opened={editing}
        onClose={() => setEditing(false)}
        title={t('reports.limits')}
        schema={limitsSave}
        defaults={{ missed_above: missed, passed_below: passed }}
        fields={[
          { control: 'number', name: 'missed_above', label: t('reports.field.missed_above'), required: true },
          { control: 'number', name: 'passed_below', label: t('reports.field.passed_below'), required: true },
        ]}
        save={(values) => api.limits.save.call({ ...values, version }, silent)}
        onSaved={() => void queryClient.invalidateQueries({ queryKey: api.dashboard.key() })}
      />
    </Group>
  );
}
