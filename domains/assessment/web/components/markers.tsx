import { Badge, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { Section, showNumber } from '#platform/web/kit/index.ts';
import { api, type Gradebook } from '../api.ts';
import { compareMarkers, type Marker } from '../results.ts';

/** Markers of the same component beside each other: whose marks lie higher, lower, closer or wider than the others'. */
export function Markers({ book, component }: { book: Gradebook; component: number | undefined }) {
  const t = useMessages();
  const { locale } = useIntl();
  const module = String(book.course_module.id);
  const query = useQuery(api.mark.markers.queryOptions({ input: { course_module_id: module } as never, ...silent }));
  const titles = new Map(book.components.map((one) => [one.id, one.title]));
  const show = (value: number | null) => (value === null ? '—' : showNumber(Math.round(value * 10) / 10, locale));
  const word = (key: string, values = {}) => t(`assessment.markers.${key}`, values);
  const said = (one: Marker) => word(`verdict.${one.verdict}`, { points: show(Math.abs(one.apart ?? 0)) });
  const parts = book.leaves
    .filter((leaf) => component === undefined || leaf === component)
    .map((leaf) => ({
      leaf,
      markers: compareMarkers((query.data?.rows ?? []).filter((row) => row.component_id === leaf)),
    }))
    .filter(({ markers }) => markers.length > 1);
  return (
    <Section title={word('title')} description={word('about')}>
      {query.isError ? (
        <Text size="sm">{messageOf(query.error)}</Text>
      ) : parts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {query.isPending ? '…' : word('one')}
        </Text>
      ) : (
        <Stack gap="lg">
          {parts.map(({ leaf, markers }) => (
            <Stack key={leaf} gap="xs">
              <Text size="sm" fw={600}>
                {titles.get(leaf)}
              </Text>
              <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
                <Table className="tabular" verticalSpacing={6}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{word('marker')}</Table.Th>
                      <Table.Th ta="right">{word('count')}</Table.Th>
                      <Table.Th ta="right">{word('mean')}</Table.Th>
                      <Table.Th ta="right">{word('others')}</Table.Th>
                      <Table.Th ta="right">{word('spread')}</Table.Th>
                      <Table.Th>{word('verdict')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {markers.map((one) => (
                      <Table.Tr key={one.account_id}>
                        <Table.Th scope="row" fw={400}>
                          {one.name}
                          <Text size="xs" c="dimmed">
                            {one.groups.slice(0, 4).join(', ')}
                            {one.groups.length > 4 && ` +${one.groups.length - 4}`}
                          </Text>
                        </Table.Th>
                        <Table.Td ta="right">{one.count}</Table.Td>
                        <Table.Td ta="right" fw={600}>
                          {show(one.mean)}
                        </Table.Td>
                        <Table.Td ta="right">{show(one.others)}</Table.Td>
                        <Table.Td ta="right">{show(one.spread)}</Table.Td>
                        <Table.Td>
                          {one.verdict === 'USUAL' || one.verdict === 'FEW' ? (
                            <Text size="sm" c="dimmed">
                              {said(one)}
                            </Text>
                          ) : (
                            <Badge variant="light" color="orange" tt="none">
                              {said(one)}
                            </Badge>
                          )}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  );
}
