import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, silent, useAbility, useLocale } from '#platform/web/index.ts';
import {
  AsyncSelect,
  Chart,
  Empty,
  PageHeader,
  Section,
  SelectField,
  SmallTable,
  showNumber,
  showPercent,
} from '#platform/web/kit/index.ts';
import { api, type Effect, loadDepartments, useFields } from '../api.ts';

const ends = ['better', 'still', 'left', 'by_rules'] as const;
const colors = { better: 'teal.6', still: 'orange.6', left: 'gray.6', by_rules: 'blue.5' } as const;

/** What became of those who were found in a semester, with and without something done. */
export default function EffectPage() {
  const { t, label } = useFields();
  const { scope } = useAbility();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { semester_id?: unknown; department_id?: unknown };
  const id = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : undefined);
  const [semester_id, department_id] = [id(asked.semester_id), id(asked.department_id)];
  const input = {
    ...(semester_id === undefined ? {} : { semester_id }),
    ...(department_id === undefined ? {} : { department_id }),
  };
  const query = useQuery(api.risk.effect.queryOptions({ input, ...silent }));
  const go = (more: object) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries({ ...input, ...more }).filter(([, value]) => value != null)),
    });
  return (
    <Stack gap="md" maw={980}>
      <PageHeader title={t('early-warning.effect.title')} description={t('early-warning.effect.about')} />
      {query.isPending && <Skeleton h={320} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data && (
        <>
          <Group align="flex-end">
            <SelectField
              label={label('semester')}
              options={query.data.semesters}
              value={query.data.semester?.id ?? null}
              onChange={(next) => go({ semester_id: next })}
            />
            {scope('risk.read') !== 'taught' && (
              <AsyncSelect
                label={label('department_id')}
                load={loadDepartments}
                value={department_id ?? null}
                onChange={(next) => go({ department_id: next })}
              />
            )}
          </Group>
          <Numbers of={query.data} />
        </>
      )}
    </Stack>
  );
}

function Numbers({ of }: { of: Effect }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const rows = of.rows.filter(({ people }) => people !== 0);
  if (rows.length === 0)
    return <Empty title={t('early-warning.effect.empty')} text={t('early-warning.effect.empty_about')} />;
  const name = ({ level, acted }: Effect['rows'][number]) =>
    `${t(`early-warning.level.${level}`)}, ${t(acted ? 'early-warning.effect.acted' : 'early-warning.effect.not_acted')}`;
  const count = (value: number | null) =>
    value === null ? t('early-warning.effect.hidden') : showNumber(value, locale);
  const share = (part: number | null, whole: number | null) =>
    part === null || !whole ? '—' : showPercent((100 * part) / whole, locale);
  return (
    <Section>
      <Stack gap="md">
        <Chart
          kind="bar"
          stacked
          title={t('early-warning.effect.chart')}
          counts={t('early-warning.effect.counts')}
          data={rows
            .filter(({ people }) => people !== null)
            .map((row) => ({
              name: name(row),
              ...Object.fromEntries(ends.map((end) => [end, row[end] ?? 0])),
            }))}
          series={ends.map((key) => ({ key, label: t(`early-warning.effect.${key}`), color: colors[key] }))}
        />
        <SmallTable
          rows={rows}
          rowKey={(row) => `${row.level} ${row.acted}`}
          minWidth={620}
          columns={[
            { key: 'name', title: label('level'), names: true, render: name },
            {
              key: 'people',
              title: t('early-warning.effect.people'),
              figure: true,
              render: (row) => count(row.people),
            },
            ...ends.map((end) => ({
              key: end,
              title: t(`early-warning.effect.${end}`),
              figure: true,
              render: (row: Effect['rows'][number]) => count(row[end]),
            })),
            {
              key: 'share',
              title: t('early-warning.effect.share'),
              figure: true,
              render: (row: Effect['rows'][number]) => share(row.better, row.people),
            },
          ]}
        />
        <Text size="sm" c="dimmed">
          {t('early-warning.effect.few')}
        </Text>
      </Stack>
    </Section>
  );
}
