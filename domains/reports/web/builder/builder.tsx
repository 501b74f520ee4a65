import { Alert, Button, Drawer, Grid, Group, Menu, Paper, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { download, useAbility, useMessages } from '#platform/web/index.ts';
import { DateFilter, FormDrawer, notify, PageHeader, tellError } from '#platform/web/kit/index.ts';
import { fileFormats, type ReportDefinition, type ReportFilter, reportSave } from '../../definition.ts';
import { api, type Report, refreshReports, type SubjectOffered } from '../api.ts';
import { Answer } from './answer.tsx';
import { begun, Choices } from './choices.tsx';
import { isComplete } from './filters.tsx';
import { loadRoleNames } from './roles.ts';

const { definition: _definition, ...named } = reportSave;
const schema = z.object({ ...saveBase, ...named });

/** A report: what it asks on one side, what comes of it on the other. */
export function Builder({ subjects, report }: { subjects: readonly SubjectOffered[]; report?: Report }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { can } = useAbility();
  const { subject, file, on } = useSearch({ strict: false }) as {
    subject?: string;
    file?: number | string;
    on?: string;
  };
  const first = subjects.find(({ id }) => id === subject) ?? subjects[0];
  const [definition, setDefinition] = useState<ReportDefinition | undefined>(
    () => report?.definition ?? (first && begun(first)),
  );
  const [saving, setSaving] = useState(false);
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState<ReportFilter[]>();
  const [asked] = useDebouncedValue(definition, 400);
  if (!definition || !asked)
    return <PageHeader title={t('reports.report.title')} description={t('reports.none_offered')} back="/report" />;
  const ready: ReportDefinition = { ...asked, filters: asked.filters.filter(isComplete) };
  const offered = subjects.find(({ id }) => id === definition.subject);
  const title = report?.name ?? t('reports.new');
  const changed = report !== undefined && JSON.stringify(report.definition) !== JSON.stringify(definition);
  const shows = ready.columns.length > 0 || ready.groups.length > 0 || ready.measures.length > 0;
  const complete = { ...definition, filters: definition.filters.filter(isComplete) };
  const behind = (filters: ReportFilter[]): ReportDefinition => ({
    ...ready,
    columns: offered?.usual ?? [],
    groups: [],
    measures: [],
    sort: null,
    chart: 'none',
    filters: [...ready.filters, ...filters].slice(0, 20),
  });
  const saveAgain = async () => {
    if (!report) return;
    setBusy(true);
    try {
      await api.report.save.call({ id: report.id, version: report.version, definition: complete });
      notify.success(t('reports.saved'));
      await refreshReports();
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="lg">
      <PageHeader
        title={title}
        description={report ? report.about : t('reports.report.about')}
        back="/report"
        actions={
          <Group gap="xs" align="flex-end">
            <DateFilter
              label={t('reports.on')}
              value={on ?? null}
              onChange={(day: string | null) =>
                void navigate({
                  to: '.',
                  search: (before: Record<string, unknown>) => ({ ...before, on: day ?? undefined }),
                })
              }
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} disabled={!shows}>
                  {t('reports.export')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {fileFormats.map((format) => (
                  <Menu.Item
                    key={format}
                    onClick={() =>
                      void download(`/report/export${on ? `?as_of=${on}` : ''}`, undefined, {
                        name: report?.name ?? '',
                        definition: complete,
                        format,
                      })
                    }
                  >
                    {t(`reports.format.${format}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            {can('report.manage') && report?.own && changed && (
              <Button loading={busy} onClick={() => void saveAgain()}>
                {t('reports.save')}
              </Button>
            )}
            {can('report.manage') && !report && (
              <Button disabled={!shows} onClick={() => setSaving(true)}>
                {t('reports.save')}
              </Button>
            )}
            {report && <More report={report} edit={() => setSaving(true)} />}
          </Group>
        }
      />
      {file !== undefined && /^\d{1,9}$/.test(String(file)) && (
        <Alert color="blue">
          <Group justify="space-between">
            {t('reports.file_ready')}
            <Button size="xs" onClick={() => void download(`/job/${file}/file`)}>
              {t('reports.file_take')}
            </Button>
          </Group>
        </Alert>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4, lg: 3 }} order={{ base: report ? 2 : 1, md: 1 }}>
          <Paper withBorder p="md">
            <Choices subjects={subjects} definition={definition} onChange={setDefinition} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8, lg: 9 }} order={{ base: report ? 1 : 2, md: 2 }}>
          <Paper withBorder p="md">
            {shows ? (
              <Answer
                definition={ready}
                asOf={on}
                title={report?.name ?? offered?.title ?? ''}
                {...(offered?.counts_only ? {} : { onOpen: setOpened })}
              />
            ) : (
              <Alert color="gray">{t('reports.choose')}</Alert>
            )}
          </Paper>
        </Grid.Col>
      </Grid>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size={820}
        title={t('reports.behind')}
        closeButtonProps={{ 'aria-label': t('reports.close') }}
      >
        {opened && <Answer definition={behind(opened)} title={title} asOf={on} />}
      </Drawer>
      <FormDrawer
        opened={saving}
        onClose={() => setSaving(false)}
        title={t('reports.keep')}
        schema={schema}
        record={report}
        defaults={{ name: '', about: '', roles: [] }}
        fields={[
          { control: 'text', name: 'name', label: t('reports.field.name'), wide: true },
          { control: 'text', name: 'about', label: t('reports.field.about'), wide: true },
          {
            control: 'async',
            name: 'roles',
            label: t('reports.field.roles'),
            description: t('reports.roles_hint'),
            multiple: true,
            load: loadRoleNames,
            wide: true,
          },
        ]}
        save={(values) => api.report.save.call({ ...values, definition: complete })}
        onSaved={async (saved: Report) => {
          await refreshReports();
          notify.success(t('reports.saved'));
          await navigate({ to: `/report/${saved.id}` });
        }}
      />
    </Stack>
  );
}

/** What else can be done with a report that is kept. */
function More({ report, edit }: { report: Report; edit: () => void }) {
  const t = useMessages();
  const done = async (work: Promise<unknown>, text: string) => {
    try {
      await work;
      notify.success(text);
      await refreshReports();
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('reports.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {report.can?.edit && <Menu.Item onClick={edit}>{t('reports.rename')}</Menu.Item>}
        <Menu.Item
          onClick={() =>
            void done(
              api.report.pin.call({ id: report.id, pinned: !report.pinned }),
              t(report.pinned ? 'reports.unpinned' : 'reports.pinned'),
            )
          }
        >
          {t(report.pinned ? 'reports.unpin' : 'reports.pin')}
        </Menu.Item>
        <Menu.Label>{t('reports.mail')}</Menu.Label>
        {(['DAY', 'WEEK', 'MONTH'] as const).map((every) => (
          <Menu.Item
            key={every}
            disabled={report.every === every}
            onClick={() =>
              void done(
                api.report.subscribe.call({ id: report.id, every, format: report.format ?? 'xlsx' }),
                t('reports.mail_on'),
              )
            }
          >
            {t(`reports.every.${every}`)}
          </Menu.Item>
        ))}
        {report.every && <Menu.Label>{t('reports.mail_format')}</Menu.Label>}
        {report.every &&
          fileFormats.map((format) => (
            <Menu.Item
              key={format}
              disabled={report.format === format}
              onClick={() =>
                void done(
                  api.report.subscribe.call({ id: report.id, every: report.every, format }),
                  t('reports.mail_on'),
                )
              }
            >
              {t(`reports.format.${format}`)}
            </Menu.Item>
          ))}
        {report.every && (
          <Menu.Item
            onClick={() => void done(api.report.subscribe.call({ id: report.id, every: null }), t('reports.mail_off'))}
          >
            {t('reports.every.none')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
