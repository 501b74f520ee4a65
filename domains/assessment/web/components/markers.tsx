import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { messageOf, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api, type Gradebook, type MarkersAnswer } from '../api.ts';
import { rowKeyOf } from '../marks.ts';
import { compareMarkers, type Marker } from '../results.ts';
import { MarkerDifferences } from './marker-differences.tsx';
import { WorkLink } from './work-link.tsx';

/** Markers of the same component beside each other, and the works that a moderator should look at because of it. */
export function Markers({ book, component }: { book: Gradebook; component: number | undefined }) {
  const t = useMessages();
  const module = book.course_module.id;
  const query = useQuery({
    ...api.mark.markers.queryOptions({ input: { course_module_id: module }, ...silent }),
    staleTime: 0,
  });
  const word = (key: NameIn<'assessment.markers'>, values = {}) => t(`assessment.markers.${key}`, values);
  const parts = book.leaves
    .filter((leaf) => component === undefined || leaf === component)
    .map((leaf) => ({
      leaf,
      markers: compareMarkers((query.data?.rows ?? []).filter((row) => row.component_id === leaf)),
      works: (query.data?.works ?? []).filter((one) => one.component_id === leaf),
    }))
    .filter(({ markers }) => markers.length > 1);
  const titles = new Map(book.components.map((one) => [one.id, one.title]));
  return (
    <>
      <Section title={word('title')} description={word('about')}>
        {query.isError ? (
          <Text size="sm">{messageOf(query.error)}</Text>
        ) : parts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {query.isPending ? '…' : word('one')}
          </Text>
        ) : (
          <Stack gap="lg">
            {parts.map(({ leaf, markers, works }) => (
              <Stack key={leaf} gap="xs">
                <Text size="sm" fw={600}>
                  {titles.get(leaf)}
                </Text>
                <Compared markers={markers} />
                {markers.filter(standsOut).map((one) => (
                  <LookAt
                    key={one.account_id}
                    module={module}
                    marker={one}
                    works={works.filter((work) => work.account_id === one.account_id)}
                  />
                ))}
              </Stack>
            ))}
            <Text size="sm" c="dimmed">
              {word('act')}
            </Text>
          </Stack>
        )}
      </Section>
      {query.data && <MarkerDifferences book={book} answer={query.data} />}
    </>
  );
}

const standsOut = ({ verdict }: Marker) => verdict !== 'USUAL' && verdict !== 'FEW';

function useShown() {
  const { locale } = useIntl();
  return (value: number | null, signed = false) =>
    value === null
      ? '—'
      : `${signed && value >= 0.05 ? '+' : ''}${showNumber(Math.round(value * 10) / 10 || 0, locale)}`;
}

function Compared({ markers }: { markers: Marker[] }) {
  const t = useMessages();
  const show = useShown();
  const word = (key: NameIn<'assessment.markers'>, values = {}) => t(`assessment.markers.${key}`, values);
  const said = (one: Marker) => word(`verdict.${one.verdict}`, { points: show(Math.abs(one.unexplained ?? 0)) });
  return (
    <SmallTable
      minWidth={720}
      rows={markers}
      rowKey={(one) => one.account_id}
      columns={[
        {
          key: 'marker',
          title: word('marker'),
          names: true,
          render: (one) => (
            <>
              {one.name}
              <Text size="xs" c="dimmed">
                {one.groups.slice(0, 4).join(', ')}
                {one.groups.length > 4 && ` +${one.groups.length - 4}`}
              </Text>
            </>
          ),
        },
        {
          key: 'verdict',
          title: word('verdict'),
          render: (one) =>
            standsOut(one) ? (
              <Badge variant="light" color="orange" tt="none">
                {said(one)}
              </Badge>
            ) : (
              <Text size="sm" c="dimmed">
                {said(one)}
              </Text>
            ),
        },
        { key: 'count', title: word('count'), figure: true, render: (one) => one.count },
        { key: 'mean', title: word('mean'), figure: true, render: (one) => <strong>{show(one.mean)}</strong> },
        { key: 'others', title: word('others'), figure: true, render: (one) => show(one.others) },
        {
          key: 'expected',
          title: word('expected'),
          figure: true,
          render: (one) => (
            <>
              {show(one.elsewhere)}
              {one.expected !== null && (
                <Text size="xs" c="dimmed">
                  {show(one.expected, true)}
                </Text>
              )}
            </>
          ),
        },
        { key: 'spread', title: word('spread'), figure: true, render: (one) => show(one.spread) },
      ]}
    />
  );
}

const whys = ['HIGHEST', 'BORDER', 'LOWEST'] as const;

/** What to read again of a marker who stands out: the highest, the lowest and those that decide between pass and fail. */
function LookAt({
  module,
  marker,
  works,
}: {
  module: number;
  marker: Marker;
  works: readonly MarkersAnswer['works'][number][];
}) {
  const t = useMessages();
  const show = useShown();
  return (
    <Stack gap={2}>
      <Text size="sm">{t('assessment.markers.look', { name: marker.name })}</Text>
      {whys.map((why) => {
        const those = works.filter((one) => one.why === why);
        return those.length === 0 ? null : (
          <Group key={why} gap="sm">
            <Text size="sm" c="dimmed">
              {t(`assessment.markers.why.${why}`)}:
            </Text>
            {those.map((one) => (
              <WorkLink
                key={rowKeyOf({ id: one.student_id, code: one.code })}
                module={module}
                work={one}
                note={show(one.value)}
              />
            ))}
          </Group>
        );
      })}
    </Stack>
  );
}
