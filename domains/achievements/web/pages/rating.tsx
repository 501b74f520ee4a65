import { Anchor, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { silent, useAbility, useLocale } from '#platform/web/index.ts';
import { Chart, Empty, ListPage, Person, Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api, exportRating, loadDepartments, loadGroups, loadTypes, loadYears, useFields } from '../api.ts';

const asId = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);

/** So many bars stand beside each other with their names, also on a phone; the table below has all. */
const drawn = 6;
const short = (title: string) => (title.length > 18 ? `${title.slice(0, 17)}…` : title);

/** Who has how many points: faculties or groups as a drawing, and below it everybody with their place. */
export default function Rating() {
  const { t, column, label } = useFields();
  const { locale } = useLocale();
  const { can } = useAbility();
  const filters = useMemo(
    () => [
      {
        key: 'academic_year_id' as const,
        label: label('academic_year_id'),
        control: 'async' as const,
        load: loadYears,
      },
      {
        key: 'department_id' as const,
        label: label('department_id'),
        control: 'async' as const,
        load: loadDepartments,
      },
      { key: 'group_id' as const, label: label('group_id'), control: 'async' as const, load: loadGroups },
      { key: 'type_id' as const, label: label('type_id'), control: 'async' as const, load: loadTypes },
    ],
    [label],
  );
  return (
    <Stack gap="md">
      <ListPage
        title={t('achievements.rating.title')}
        description={t('achievements.rating.about')}
        name="achievement-rating"
        of={api.record.rating}
        rowLabel={(row) => `${row.place}. ${row.student.lastname} ${row.student.firstname}`}
        {...(can('student.read') ? { rowHref: (row: { id: number }) => `/students/${row.id}?tab=achievements` } : {})}
        columns={[
          {
            key: 'student',
            title: t('achievements.rating.place_student'),
            render: (row) => (
              <Group gap="sm" wrap="nowrap">
                <Text component="span" fw={600} className="tabular" miw={28} ta="right">
                  {showNumber(row.place, locale)}
                </Text>
                <Person person={row.student} note={row.student.student_no} />
              </Group>
            ),
          },
          {
            ...column('points'),
            align: 'right',
            render: (row) => <b className="tabular">{showNumber(row.points, locale)}</b>,
          },
          { ...column('count'), align: 'right', render: (row) => showNumber(row.count, locale) },
          { key: 'group', title: label('group_id') },
          { key: 'faculty', title: label('department_id') },
        ]}
        filters={filters}
        defaults={{ size: 20 }}
        exportFn={exportRating}
        empty={{ text: t('achievements.rating.empty') }}
      />
      <Units />
    </Stack>
  );
}

/** The same question as the list asks, by faculty or by group. */
function Units() {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const by = search.by === 'group' ? 'group' : 'faculty';
  const asked = {
    by,
    academic_year_id: asId(search.academic_year_id),
    department_id: asId(search.department_id),
    type_id: asId(search.type_id),
  } as const;
  const query = useQuery(api.record.units.queryOptions({ input: asked, ...silent }));
  const rows = query.data ?? [];
  const number = (value: number) => showNumber(value, locale);
  return (
    <Section
      title={t('achievements.rating.units')}
      description={t('achievements.rating.units_about')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('achievements.rating.by')}
          value={by}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: (old: object) => ({ ...old, by: next === 'group' ? 'group' : undefined }),
              resetScroll: false,
            })
          }
          data={[
            { value: 'faculty', label: t('achievements.rating.faculty') },
            { value: 'group', label: t('achievements.rating.group') },
          ]}
        />
      }
    >
      {query.isPending ? (
        <Skeleton h={260} />
      ) : rows.length === 0 ? (
        <Empty title={t('achievements.rating.empty')} />
      ) : (
        <Stack gap="md">
          <Chart
            kind="bar"
            title={t('achievements.rating.chart')}
            counts={t('achievements.rating.chart_counts')}
            data={rows.slice(0, drawn).map(({ title, average }) => ({ name: short(title), average }))}
            series={[{ key: 'average', label: label('average') }]}
          />
          <SmallTable
            rows={rows}
            rowKey={(row) => row.id}
            minWidth={520}
            maxHeight={420}
            columns={[
              { key: 'place', title: label('place'), figure: true, render: (row) => number(row.place) },
              {
                key: 'title',
                title: t(`achievements.rating.${by}`),
                names: true,
                render: (row) => (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="start"
                    onClick={() =>
                      void navigate({
                        to: '.',
                        search: (old: object) => ({ ...old, [by === 'group' ? 'group_id' : 'department_id']: row.id }),
                        resetScroll: false,
                      })
                    }
                  >
                    {row.title}
                  </Anchor>
                ),
              },
              { key: 'average', title: label('average'), figure: true, render: (row) => number(row.average) },
              { key: 'points', title: label('points'), figure: true, render: (row) => number(row.points) },
              {
                key: 'students',
                title: t('achievements.rating.students'),
                figure: true,
                render: (row) => `${number(row.students)} / ${number(row.people)}`,
              },
            ]}
          />
        </Stack>
      )}
    </Section>
  );
}
