import { Anchor, Badge, ScrollArea, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, PageSpinner, silent, useIntlShape, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  Bars,
  Chart,
  CountedAt,
  Empty,
  Section,
  SelectField,
  SmallTable,
  showDate,
  showNumber,
  untilCounted,
} from '#platform/web/kit/index.ts';
import { stages } from '../../../shapes-desk.ts';
import { api, loadCourses, loadYears } from '../../api.ts';
import { flavourPaths } from '../../paths.ts';
import { StateBadge } from '../../state.tsx';
import classes from './desk.module.css';

type Answer = Awaited<ReturnType<typeof api.desk.campaign.call>>;
const numberIn = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined);

/** How far people came, by day, source and course, and what waits for whom and how long. */
export function Desk() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { year?: string; course?: string; source?: string };
  const [year, course] = [numberIn(search.year), numberIn(search.course)];
  const query = useQuery({
    ...api.desk.campaign.queryOptions({
      input: {
        ...(year ? { academic_year_id: year } : {}),
        ...(course ? { course_id: course } : {}),
        ...(search.source ? { source: search.source } : {}),
      },
      ...silent,
      ...untilCounted,
    }),
    placeholderData: (before) => before,
  });
  const set = (more: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  if (query.error) return <Empty title={messageOf(query.error)} />;
  if (!query.data) return <PageSpinner />;
  const { data } = query;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <AsyncSelect
          label={t('admissions.field.academic_year_id')}
          load={loadYears}
          value={Number(year ?? data.academic_year?.id ?? 0) || null}
          onChange={(id) => set({ year: id ?? undefined })}
        />
        <AsyncSelect
          label={t('admissions.field.course_id')}
          load={loadCourses}
          value={course ? Number(course) : null}
          onChange={(id) => set({ course: id ?? undefined })}
        />
        <SelectField
          label={t('admissions.guest.source')}
          clearable
          options={data.sources.flatMap(({ source }) => (source ? [{ id: source, title: source }] : []))}
          value={search.source ?? null}
          onChange={(id) => set({ source: id ?? undefined })}
        />
      </SimpleGrid>
      <CountedAt counted_at={data.counted_at} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title={t('admissions.desk.funnel')} description={data.academic_year?.title}>
          {/* On a phone the words under the bars need more room than there is. */}
          <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
            <div className={classes.wide}>
              <Bars
                lying={false}
                title={t('admissions.desk.reached')}
                counts={t('admissions.desk.reached_counts')}
                height={120}
                data={[
                  { name: t('admissions.desk.people'), count: data.people },
                  ...stages.map((stage) => ({ name: t(`admissions.stage.${stage}`), count: data.reached[stage] ?? 0 })),
                ]}
              />
            </div>
          </ScrollArea>
          <Text size="sm" c="dimmed" mt="sm">
            {t('admissions.desk.begun', { count: data.begun })}
          </Text>
        </Section>
        <Section title={t('admissions.desk.days')}>
          <Chart
            kind="line"
            title={t('admissions.desk.days_about')}
            counts={t('admissions.desk.days_counts')}
            data={data.days.map(({ day, people, submitted }) => ({
              name: showDate(day).slice(0, 5),
              people,
              submitted,
            }))}
            series={[
              { key: 'people', label: t('admissions.desk.people') },
              { key: 'submitted', label: t('admissions.stage.SUBMITTED'), color: 'orange.6' },
            ]}
            height={190}
          />
        </Section>
      </SimpleGrid>
      <WaitingApplications rows={data.waiting} />
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        <Section title={t('admissions.desk.courses')}>
          <StagesReached
            head={t('admissions.field.course_id')}
            rows={data.campaigns.map((one) => ({
              key: one.campaign_id,
              name: `${one.course} (${one.language.toUpperCase()})`,
              to: `/student-applications?campaign_id=${one.campaign_id}`,
              places: one.grant_quota + one.contract_quota,
              reached: one.reached,
            }))}
            places
          />
        </Section>
        <Section title={t('admissions.desk.sources')}>
          <StagesReached
            head={t('admissions.guest.source')}
            rows={data.sources.map((one) => ({
              key: one.source ?? '',
              name: one.source ?? t('admissions.desk.no_source'),
              people: one.people,
              reached: one.reached,
            }))}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

function WaitingApplications({ rows }: { rows: Answer['waiting'] }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  return (
    <Section title={t('admissions.desk.waiting')} description={t('admissions.desk.waiting_about')}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('admissions.desk.nothing_waits')}
        </Text>
      ) : (
        <SmallTable
          minWidth={640}
          rows={rows}
          rowKey={(row) => `${row.flavour} ${row.status}`}
          columns={[
            {
              key: 'status',
              title: t('admissions.field.status'),
              width: 210,
              render: (row) => <StateBadge state={row.status} />,
            },
            { key: 'for', title: t('admissions.desk.for'), render: (row) => t(`admissions.desk.for.${row.for}`) },
            {
              key: 'applications',
              title: t('admissions.menu.applications'),
              render: (row) => (
                <Anchor
                  component={Link}
                  {...({ to: flavourPaths[row.flavour].list, search: { status: [row.status] } } as object)}
                  size="sm"
                >
                  {t(flavourPaths[row.flavour].title)}
                </Anchor>
              ),
            },
            {
              key: 'count',
              title: t('admissions.desk.count'),
              figure: true,
              render: (row) => showNumber(row.count, locale),
            },
            {
              key: 'median',
              title: t('admissions.desk.median'),
              figure: true,
              render: (row) => t('admissions.desk.days_long', { days: showNumber(row.median_days, locale) }),
            },
            {
              key: 'late',
              title: t('admissions.desk.late'),
              figure: true,
              render: (row) =>
                row.late > 0 ? (
                  <Badge variant="light" color="orange" radius="sm" c="var(--mantine-color-text)">
                    {showNumber(row.late, locale)}
                  </Badge>
                ) : (
                  '—'
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}

interface ReachedRow {
  key: string | number;
  name: string;
  to?: string;
  people?: number;
  places?: number;
  reached: Answer['reached'];
}
const shown = ['SUBMITTED', 'VERIFIED', 'EXAM_TAKEN', 'RECOMMENDED'] as const;

/** Rows of the funnel with their numbers, the longest first on a quiet ground. */
function StagesReached({ head, rows, places = false }: { head: string; rows: ReachedRow[]; places?: boolean }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const most = Math.max(1, ...rows.map(({ reached }) => reached.SUBMITTED ?? 0));
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('admissions.desk.nothing')}
      </Text>
    );
  return (
    <Table.ScrollContainer
      minWidth={520}
      mah={420}
      style={{ overflowY: 'auto' }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            <Table.Th ta="right">{t(places ? 'admissions.desk.places' : 'admissions.desk.people')}</Table.Th>
            {shown.map((stage) => (
              <Table.Th key={stage} ta="right">
                {t(`admissions.stage.${stage}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Td
                style={{
                  background: `linear-gradient(to right, var(--selected) ${(100 * (row.reached.SUBMITTED ?? 0)) / most}%, transparent 0)`,
                }}
              >
                {row.to ? (
                  <Link to={row.to} style={{ color: 'inherit' }}>
                    {row.name}
                  </Link>
                ) : (
                  row.name
                )}
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {showNumber(row.places ?? row.people ?? 0, locale)}
              </Table.Td>
              {shown.map((stage) => (
                <Table.Td key={stage} ta="right" className="tabular">
                  {showNumber(row.reached[stage] ?? 0, locale)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
