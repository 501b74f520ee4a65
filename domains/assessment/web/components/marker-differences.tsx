import { Badge, Group, Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { type NameIn, useMessages } from '#platform/web/index.ts';
import { Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { farApart } from '../../shapes-markers.ts';
import type { Gradebook, MarkersAnswer } from '../api.ts';
import { rowKeyOf } from '../marks.ts';
import { WorkLink } from './work-link.tsx';

/** First and second markers: how far they lie from each other, and the works on which somebody has to decide. */
export function MarkerDifferences({ book, answer }: { book: Gradebook; answer: MarkersAnswer }) {
  const t = useMessages();
  const intl = useIntl();
  const { pairs, apart: works } = answer;
  const open = works.filter((one) => !one.settled).length;
  const titles = new Map(book.components.map((one) => [one.id, one.title]));
  const word = (key: NameIn<'assessment.apart'>, values = {}) => t(`assessment.apart.${key}`, values);
  const show = (value: number) => showNumber(Math.round(value * 10) / 10 || 0, intl.locale);
  const component = {
    key: 'component',
    title: t('assessment.field.component'),
    render: ({ component_id }: { component_id: number }) => titles.get(component_id),
  };
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
      <Stack gap="md">
        {pairs.length === 0 ? (
          <Text size="sm" c="dimmed">
            {word('no_second')}
          </Text>
        ) : (
          <SmallTable
            minWidth={560}
            rows={pairs}
            rowKey={(one) => `${one.component_id} ${one.first} ${one.second}`}
            columns={[
              { key: 'pair', title: word('pair'), names: true, render: (one) => `${one.first} / ${one.second}` },
              component,
              { key: 'count', title: word('count'), figure: true, render: (one) => one.count },
              {
                key: 'difference',
                title: word('difference'),
                render: ({ difference }) =>
                  Math.abs(difference) < 0.05
                    ? word('level')
                    : word(difference > 0 ? 'above' : 'below', { points: show(Math.abs(difference)) }),
              },
              { key: 'far', title: word('far', { points: farApart }), figure: true, render: (one) => one.far },
            ]}
          />
        )}
        {pairs.length > 0 && works.length === 0 && (
          <Text size="sm" c="dimmed">
            {word('agree')}
          </Text>
        )}
        {works.length > 0 && (
          <SmallTable
            minWidth={640}
            rows={works}
            rowKey={(one) => `${rowKeyOf({ id: one.student_id, code: one.code })} ${one.component_id}`}
            columns={[
              {
                key: 'work',
                title: word('work'),
                names: true,
                render: (one) => <WorkLink module={book.course_module.id} work={one} />,
              },
              component,
              {
                key: 'first',
                title: t('assessment.field.first_value'),
                figure: true,
                render: (one) => show(one.first),
              },
              {
                key: 'second',
                title: t('assessment.field.second_value'),
                figure: true,
                render: (one) => show(one.second),
              },
              {
                key: 'apart',
                title: word('apart'),
                figure: true,
                render: (one) => <strong>{show(Math.abs(one.second - one.first))}</strong>,
              },
              {
                key: 'decision',
                title: word('decision'),
                render: (one) => (
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
                ),
              },
            ]}
          />
        )}
      </Stack>
    </Section>
  );
}
