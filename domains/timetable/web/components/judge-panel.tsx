import { Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import { api, type Judgement } from '../api.ts';

/** What a timetable costs, by rule, and where it is dearest. */
export function JudgePanel({ id, version }: { id: number; version: number }) {
  const t = useMessages();
  const { locale } = useLocale();
  const { data, isError } = useQuery({
    ...api.draft.judge.queryOptions({ input: { id } }),
    // Another version is another timetable.
    staleTime: version > 0 ? 5_000 : 0,
  });
  if (isError) return null;
  if (!data) return <Skeleton height={160} radius="md" />;
  return (
    <section className="surface" aria-label={t('timetable.judge.title')}>
      <Stack p="md" gap="sm">
        <Text fw={600}>
          {t('timetable.judge.sum', {
            cost: showNumber(data.cost, locale),
            hard: data.hard,
            unplaced: data.unplaced,
          })}
        </Text>
        <Group align="flex-start" gap="xl">
          <Rules of={data} />
          <Stack gap={2} style={{ flex: 1, minWidth: 240 }}>
            <Text size="sm" fw={600}>
              {t('timetable.judge.worst')}
            </Text>
            {data.worst.slice(0, 8).map((one) => (
              <Text key={`${one.rule} ${one.about.who} ${one.about.id}`} size="sm">
                {t(`timetable.judge.who.${one.about.who}`, { title: one.about.title })} ·{' '}
                {t(`timetable.rule.${one.rule}`)} · {showNumber(one.price, locale)}
              </Text>
            ))}
            {data.worst.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('timetable.judge.nothing')}
              </Text>
            )}
          </Stack>
        </Group>
        {data.overfull.length > 0 && (
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {t('timetable.judge.overfull')}
            </Text>
            {data.overfull.slice(0, 8).map((one) => (
              <Text key={`${one.who} ${one.id}`} size="sm">
                {t(`timetable.judge.who.${one.who}`, { title: one.title })} ·{' '}
                {t('timetable.judge.load', { need: showNumber(one.need, locale), most: showNumber(one.most, locale) })}
              </Text>
            ))}
          </Stack>
        )}
        {data.unplaced_lessons.length > 0 && (
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {t('timetable.judge.unplaced')}
            </Text>
            {data.unplaced_lessons.map((one) => (
              <Text key={one.entry_id} size="sm">
                {one.title}: {one.text}
              </Text>
            ))}
          </Stack>
        )}
      </Stack>
    </section>
  );
}

/** Costs by rule, of one timetable or of two beside each other. */
export function Rules({ of, and, titles }: { of: Judgement; and?: Judgement; titles?: string[] | undefined }) {
  const t = useMessages();
  const { locale } = useLocale();
  const rules = [...new Set([...of.rules, ...(and?.rules ?? [])].map(({ rule }) => rule))];
  const cell = (one: Judgement, rule: string) => {
    const found = one.rules.find((each) => each.rule === rule);
    return found ? `${showNumber(found.price, locale)} (${found.count})` : '—';
  };
  return (
    <Table w="auto" verticalSpacing={4}>
      {titles && (
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {titles.map((title, index) => (
              <Table.Th key={index === 0 ? 'first' : 'second'} ta="right">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {rules.map((rule) => (
          <Table.Tr key={rule}>
            <Table.Td>{t(`timetable.rule.${rule}`)}</Table.Td>
            <Table.Td ta="right" className="tabular">
              {cell(of, rule)}
            </Table.Td>
            {and && (
              <Table.Td ta="right" className="tabular">
                {cell(and, rule)}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row">{t('timetable.cost')}</Table.Th>
          <Table.Td ta="right" fw={600}>
            {showNumber(of.cost, locale)}
          </Table.Td>
          {and && (
            <Table.Td ta="right" fw={600}>
              {showNumber(and.cost, locale)}
            </Table.Td>
          )}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
