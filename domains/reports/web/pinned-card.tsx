import { Text } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { silent, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { Bars, HomeCard, showNumber } from '#platform/web/kit/index.ts';
import { api, type Report } from './api.ts';
import { useCells } from './builder/cells.tsx';

/** Of each drawing on a home, and of all of them: a home is looked at, not read. */
const mostBars = 6;
const mostDrawn = 3;

const isDrawn = ({ definition, subject }: Report) =>
  definition.chart !== 'none' && definition.groups.length > 0 && subject !== null;

/** Reports that somebody put on their home: those with a chart as a chart, all as links. */
export default function PinnedCard() {
  return useAbility().can('report.read') ? <Card /> : null;
}

function Card() {
  const t = useMessages();
  const query = useQuery(api.report.list.queryOptions({ input: { pinned: true, size: 10 }, ...silent }));
  if (!query.data?.content.length) return null;
  return (
    <HomeCard
      title={t('reports.pinned.title')}
      icon={IconPin}
      to="/report"
      query={query}
      empty={t('reports.list.empty')}
      rows={({ content }) =>
        content
          .filter((report) => !content.filter(isDrawn).slice(0, mostDrawn).includes(report))
          .map(({ id, name, about, subject }) => ({
            key: id,
            label: name,
            note: about || (subject ?? ''),
            to: `/report/${id}`,
          }))
      }
    >
      {({ content }) => {
        const drawn = content.filter(isDrawn).slice(0, mostDrawn);
        return drawn.length ? drawn.map((report) => <Small key={report.id} report={report} />) : null;
      }}
    </HomeCard>
  );
}

/** A report as a few bars with their numbers, by its first grouping; its name leads to all of it. */
function Small({ report }: { report: Report }) {
  const t = useMessages();
  const { locale } = useLocale();
  const say = useCells();
  const { definition } = report;
  const first = { ...definition, groups: definition.groups.slice(0, 1), sort: null };
  const { data, isError } = useQuery(
    api.report.run.queryOptions({ input: { definition: first, page: 0, size: 1 }, ...silent }),
  );
  const link = (
    <Link to={`/report/${report.id}`} style={{ color: 'inherit' }}>
      {report.name}
    </Link>
  );
  if (!data)
    return (
      <Text size="sm" mb="md">
        {link}
        {isError ? `: ${t('reports.failed')}` : ''}
      </Text>
    );
  const numbers = data.rows.flatMap(({ cells: [name, count], hidden }) =>
    hidden || typeof count !== 'number' ? [] : [{ name: say(name, data.columns[0]!), count }],
  );
  const inTime = data.columns[0]?.kind === 'date' || data.columns[0]?.kind === 'number';
  const [, whole] = data.totals ?? [];
  return (
    <div style={{ marginBottom: 16 }}>
      <Text size="sm" fw={600}>
        {link}
      </Text>
      <Bars
        title={typeof whole === 'number' ? showNumber(whole, locale) : t('reports.few')}
        counts={`${data.columns[1]?.title ?? ''}, ${data.columns[0]?.title ?? ''}`}
        data={inTime ? numbers.slice(-mostBars) : numbers.slice(0, mostBars)}
        height={60}
      />
    </div>
  );
}
