import { Badge, Group, Table, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useMessages } from '#platform/web/index.ts';
import { Section, showNumber } from '#platform/web/kit/index.ts';
import { farApart } from '../../shapes-markers.ts';
import type { Gradebook, MarkersAnswer } from '../api.ts';
import { rowKeyOf } from '../marks.ts';
import { WorkLink } from './work-link.tsx';

const scroll = { viewportProps: { tabIndex: 0 } };

/** First and second markers: how far they lie from each other, and the works on which somebody has to decide. */
export function Apart({ book, answer }: { book: Gradebook; answer: MarkersAnswer }) {
  const t = useMessages();
  const intl = useIntl();
  const { pairs, apart: works } = answer;
  const open = works.filter((one) => !one.settled).length;
  const titles = new Map(book.components.map((one) => [one.id, one.title]));
  const word = (key: string, values = {}) => t(`assessment.apart.${key}`, values);
  const show = (value: number) => showNumber(Math.round(value * 10) / 10 || 0, intl.locale);
  return (
    <Section
      title={
        <Group gap="xs">
          {word('title')}
          {open > 0 && (
            <Badge variant="light" color="orange" tt="none">
              {word('open', { count: open })}
            </Badge>
          )}
        </Group>
      }
      description={word('about', { points: farApart })}
    >
      {pairs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {word('no_second')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={scroll}>
          <Table className="tabular" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{word('pair')}</Table.Th>
                <Table.Th>{t('assessment.field.component')}</Table.Th>
                <Table.Th ta="right">{word('count')}</Table.Th>
                <Table.Th>{word('difference')}</Table.Th>
                <Table.Th ta="right">{word('far', { points: farApart })}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {pairs.map((one) => (
                <Table.Tr key={`${one.component_id} ${one.first} ${one.second}`}>
                  <Table.Th scope="row" fw={400}>
                    {one.first} / {one.second}
                  </Table.Th>
                  <Table.Td>{titles.get(one.component_id)}</Table.Td>
                  <Table.Td ta="right">{one.count}</Table.Td>
                  <Table.Td>
                    {Math.abs(one.difference) < 0.05
                      ? word('level')
                      : word(one.difference > 0 ? 'above' : 'below', { points: show(Math.abs(one.difference)) })}
                  </Table.Td>
                  <Table.Td ta="right">{one.far}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {pairs.length > 0 && works.length === 0 && (
        <Text size="sm" c="dimmed">
          {word('agree')}
        </Text>
      )}
      {works.length > 0 && (
        <Table.ScrollContainer minWidth={640} scrollAreaProps={scroll} mt="md">
          <Table className="tabular" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{word('work')}</Table.Th>
                <Table.Th>{t('assessment.field.component')}</Table.Th>
                <Table.Th ta="right">{t('assessment.field.first_value')}</Table.Th>
                <Table.Th ta="right">{t('assessment.field.second_value')}</Table.Th>
                <Table.Th ta="right">{word('apart')}</Table.Th>
                <Table.Th>{word('decision')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {works.map((one) => (
                <Table.Tr key={`${rowKeyOf({ id: one.student_id, code: one.code })} ${one.component_id}`}>
                  <Table.Th scope="row" fw={400}>
                    <WorkLink module={book.course_module.id} work={one} />
                  </Table.Th>
                  <Table.Td>{titles.get(one.component_id)}</Table.Td>
                  <Table.Td ta="right">{show(one.first)}</Table.Td>
                  <Table.Td ta="right">{show(one.second)}</Table.Td>
                  <Table.Td ta="right" fw={600}>
                    {show(Math.abs(one.second - one.first))}
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs">
                      <Badge variant="light" color={one.settled ? 'gray' : 'orange'} tt="none">
                        {one.settled
                          ? word('settled', { value: one.now === null ? '—' : show(one.now) })
                          : word('to_agree')}
                      </Badge>
                      {one.across && (
                        <Badge variant="light" color="red" tt="none">
                          {word('across')}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
