import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { silent, useMessages } from '#platform/web/index.ts';
import { Chart, Section, SelectField, showNumber } from '#platform/web/kit/index.ts';
import { api, type Gradebook } from '../api.ts';
import { cellOf, rowKeyOf } from '../marks.ts';
import { distributionOf, meanOf } from '../results.ts';
import type { Sheet } from '../use-gradebook.ts';
import { Markers } from './markers.tsx';

const total = 'total';
/** Points between two markers that ask for a second look. */
const farApart = 10;
type Student = Gradebook['students'][number];

const numberAt = (student: Student, at: number): number | undefined => {
  const text = Number.parseFloat(cellOf(student, at).text);
  return Number.isNaN(text) ? undefined : text;
};

/** The marks of a module as pictures: how they are spread, groups beside each other, markers who are far apart. */
export function Pictures({ book, sheet }: { book: Gradebook; sheet: Sheet }) {
  const t = useMessages();
  // While there are no totals, the first component that has marks is what can be looked at.
  const [of, setOf] = useState<string>(() => {
    const known = (value: (student: Student) => number | undefined) =>
      book.students.some((one) => !one.left && value(one) !== undefined);
    if (known(({ result }) => result?.total)) return total;
    return String(book.leaves.find((_, place) => known((one) => numberAt(one, place))) ?? total);
  });
  const leaves = book.components.filter((one) => book.leaves.includes(one.id));
  const at = book.leaves.indexOf(Number(of));
  const present = book.students.filter((one) => !one.left);
  const valueIn = (student: Student) => (of === total ? student.result?.total : numberAt(student, at));
  const values = present.flatMap((one) => valueIn(one) ?? []);
  const groups = [...new Set(present.flatMap((one) => one.group ?? []))].sort();
  const byGroup = groups.flatMap((name) => {
    const mean = meanOf(present.filter((one) => one.group === name).flatMap((one) => valueIn(one) ?? []));
    return mean === null ? [] : [{ name, mean }];
  });
  return (
    <Stack gap="md">
      <SelectField
        label={t('assessment.pictures.of')}
        required
        options={[
          { id: total, title: t('assessment.entry.total') },
          ...leaves.map(({ id, title }) => ({ id: String(id), title })),
        ]}
        value={of}
        onChange={(next) => setOf(String(next ?? total))}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section>
          <Chart
            kind="bar"
            title={t('assessment.pictures.spread', { count: values.length })}
            data={values.length === 0 ? [] : distributionOf(values)}
            series={[{ key: 'count', label: t('assessment.board.students') }]}
          />
        </Section>
        <Section>
          <Chart
            kind="bar"
            title={t('assessment.pictures.groups')}
            data={byGroup}
            series={[{ key: 'mean', label: t('assessment.pictures.mean') }]}
          />
        </Section>
      </SimpleGrid>
      {book.can.moderate && <Markers book={book} component={of === total ? undefined : Number(of)} />}
      {book.can.moderate && <FarApart book={book} sheet={sheet} />}
    </Stack>
  );
}

/** Works that two markers saw very differently, the furthest apart first. */
function FarApart({ book, sheet }: { book: Gradebook; sheet: Sheet }) {
  const t = useMessages();
  const intl = useIntl();
  const both = book.students.some((one) => one.flags.includes('B'));
  const second = useQuery({
    ...api.mark.gradebook.queryOptions({
      input: {
        course_module_id: String(sheet.course_module_id),
        attempt: String(sheet.attempt),
        as: 'SECOND',
      } as never,
      ...silent,
    }),
    enabled: both,
  });
  const others = new Map(second.data?.students.map((one) => [rowKeyOf(one), one]));
  const rows = book.students
    .flatMap((student) =>
      book.leaves.flatMap((leaf, at) => {
        const other = others.get(rowKeyOf(student));
        const mine = numberAt(student, at);
        const theirs =
          other && student.flags[at] === 'B' ? numberAt(other, second.data?.leaves.indexOf(leaf) ?? -1) : undefined;
        if (mine === undefined || theirs === undefined) return [];
        return [{ student, leaf, mine, theirs, apart: Math.round(Math.abs(mine - theirs) * 10) / 10 }];
      }),
    )
    .sort((a, b) => b.apart - a.apart);
  const far = rows.filter((one) => one.apart >= farApart);
  const titles = new Map(book.components.map((one) => [one.id, one.title]));
  const show = (value: number) => showNumber(value, intl.locale);
  return (
    <Section
      title={t('assessment.pictures.markers')}
      description={t('assessment.pictures.markers_about', { points: farApart, count: rows.length })}
    >
      {far.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(rows.length === 0 ? 'assessment.pictures.no_second' : 'assessment.pictures.agree')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('assessment.field.student')}</Table.Th>
                <Table.Th>{t('assessment.field.component')}</Table.Th>
                <Table.Th ta="right">{t('assessment.field.first_value')}</Table.Th>
                <Table.Th ta="right">{t('assessment.field.second_value')}</Table.Th>
                <Table.Th ta="right">{t('assessment.pictures.apart')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {far.slice(0, 50).map((one) => (
                <Table.Tr key={`${rowKeyOf(one.student)} ${one.leaf}`}>
                  <Table.Th scope="row" fw={400}>
                    {one.student.name ?? one.student.code}
                  </Table.Th>
                  <Table.Td>{titles.get(one.leaf)}</Table.Td>
                  <Table.Td ta="right">{show(one.mine)}</Table.Td>
                  <Table.Td ta="right">{show(one.theirs)}</Table.Td>
                  <Table.Td ta="right" fw={600}>
                    {show(one.apart)}
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
