import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isLocale, lendLocale, PlainPage, useLocale, useMessages } from '#platform/web/index.ts';
import { Bars, showDate, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

const tiles = ['students', 'graduates', 'programmes', 'staff'] as const;
const drawings = ['by_level', 'by_form', 'by_entry_year'] as const;

/** As a site that shows the page in a frame wishes it: language, skin and colour of its own, which nothing remembers. */
function useWished() {
  const { frame, of, lang, skin, color } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const language = isLocale(lang) ? lang : undefined;
  useEffect(() => {
    if (language) void lendLocale(language);
    const { documentElement: page } = document;
    if (skin === 'dark' || skin === 'light') page.setAttribute('data-mantine-color-scheme', skin);
    if (color && /^[0-9a-f]{6}$/i.test(color)) page.style.setProperty('--mantine-color-accent-6', `#${color}`);
  }, [language, skin, color]);
  const asked = {
    ...(of && /^[1-9]\d{0,8}$/.test(of) ? { of: Number(of) } : {}),
    ...(language ? { in: language } : {}),
  };
  return { framed: frame === '1', asked };
}

/** What the institution shows of itself to the world; with `frame=1` for the frame of a site, without our own head. */
export default function Figures() {
  const t = useMessages();
  const { locale } = useLocale();
  const { framed, asked } = useWished();
  const { data } = useQuery(api.stats.open.queryOptions({ input: asked }));
  return (
    <PlainPage
      bare={framed}
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
