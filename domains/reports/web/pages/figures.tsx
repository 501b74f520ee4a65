import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlainPage, useLocale, useMessages } from '#platform/web/index.ts';
import { Bars, showDate, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

const tiles = ['students', 'graduates', 'programmes', 'staff'] as const;
const drawings = ['by_level', 'by_form', 'by_entry_year'] as const;

/** What the institution shows of itself to the world; a site may show it in a frame of its own. */
export default function Figures() {
  const t = useMessages();
  const { locale } = useLocale();
  const { data } = useQuery(api.stats.open.queryOptions());
  return (
    <PlainPage
      title={t('reports.figures.title')}
      about={data ? `${data.institution}, ${t('reports.as_of', { at: showDate(data.as_of) })}` : t('reports.running')}
    >
      {data && (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {tiles.map((key) => (
              <Paper key={key} withBorder p="md">
                <Text size="xl" fw={640} className="tabular">
                  {showNumber(data[key], locale)}
                </Text>
                <Text size="sm" c="dimmed">
                  {t(`reports.figures.${key}`)}
                </Text>
              </Paper>
            ))}
          </SimpleGrid>
          {drawings.map((key) => {
            const told = data[key].flatMap(({ title, count }) => (count === null ? [] : [{ name: title, count }]));
            const shown =
              key === 'by_entry_year'
                ? told.toSorted((a, b) => Number(a.name) - Number(b.name)).slice(-8)
                : told.slice(0, 8);
            return (
              shown.length > 0 && (
                <Paper key={key} withBorder p="md">
                  <Bars title={t(`reports.figures.${key}`)} counts={t('reports.figures.students')} data={shown} />
                </Paper>
              )
            );
          })}
        </Stack>
      )}
    </PlainPage>
  );
}
