import { SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { Chart, Section, SelectField } from '#platform/web/kit/index.ts';
import type { Gradebook } from '../api.ts';
import { cellOf } from '../marks.ts';
import { distributionOf, meanOf } from '../results.ts';
import { Markers } from './markers.tsx';

const total = 'total';
type Student = Gradebook['students'][number];

const numberAt = (student: Student, at: number): number | undefined => {
  const text = Number.parseFloat(cellOf(student, at).text);
  return Number.isNaN(text) ? undefined : text;
};

/** The marks of a module as pictures: how they are spread, groups beside each other, markers who are far apart. */
export function Pictures({ book }: { book: Gradebook }) {
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
            counts={t('assessment.pictures.spread_counts')}
            data={values.length === 0 ? [] : distributionOf(values)}
            series={[{ key: 'count', label: t('assessment.board.students') }]}
          />
        </Section>
        <Section>
          <Chart
            kind="bar"
            title={t('assessment.pictures.groups')}
            counts={t('assessment.pictures.groups_counts')}
            data={byGroup}
            series={[{ key: 'mean', label: t('assessment.pictures.mean') }]}
          />
        </Section>
      </SimpleGrid>
      {book.can.moderate && <Markers book={book} component={of === total ? undefined : Number(of)} />}
    </Stack>
  );
}
