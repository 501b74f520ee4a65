import { Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, silent, useLocale } from '#platform/web/index.ts';
import { Empty, PageHeader, Section, SmallTable, showNumber, showPercent } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

/** What became of graduates, beside how many of them said so. */
export default function Statistics() {
  const { t } = useFields();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const { year } = useSearch({ strict: false }) as { year?: unknown };
  const wanted = /^\d{4}$/.test(String(year)) ? Number(year) : undefined;
  const query = useQuery(
    api.cv.statistics.queryOptions({ input: wanted === undefined ? {} : { year: wanted }, ...silent }),
  );
  const data = query.data;
  const count = (value: number | null) => (value === null ? t('careers.statistics.hidden') : showNumber(value, locale));
  const share = (part: number | null, of: number | null) =>
    part === null || of === null || of === 0 ? t('careers.statistics.hidden') : showPercent((100 * part) / of, locale);
  return (
    <Stack gap="md">
      <PageHeader title={t('careers.statistics.title')} description={t('careers.statistics.about')} />
      {query.isPending && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {data && data.years.length === 0 && (
        <Empty title={t('careers.statistics.none')} text={t('careers.statistics.none_about')} />
      )}
      {data && data.years.length > 0 && (
        <>
          <Select
            w={180}
            label={t('careers.statistics.year')}
            data={data.years.map(String)}
            value={String(data.year)}
            allowDeselect={false}
            onChange={(next) => void navigate({ to: '.', search: next ? { year: next } : {} })}
          />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {(
              [
                ['graduates', count(data.total.graduates), undefined],
                ['answered', count(data.total.answered), share(data.total.answered, data.total.graduates)],
                ['employed', count(data.total.employed), share(data.total.employed, data.total.answered)],
              ] as const
            ).map(([name, value, of]) => (
              <Section key={name}>
                <Text size="sm" c="dimmed">
                  {t(`careers.statistics.${name}`)}
                </Text>
                <Text fz={26} fw={650} className="tabular">
                  {value}
                </Text>
                {of !== undefined && (
                  <Text size="sm" c="dimmed">
                    {t(name === 'answered' ? 'careers.statistics.of_graduates' : 'careers.statistics.of_answered', {
                      share: of,
                    })}
                  </Text>
                )}
              </Section>
            ))}
          </SimpleGrid>
          <Section title={t('careers.statistics.courses')} description={t('careers.statistics.few')}>
            {data.courses.length > 0 && (
              <SmallTable
                rows={data.courses}
                rowKey={(row) => row.key}
                minWidth={560}
                columns={[
                  {
                    key: 'title',
                    title: t('careers.field.course'),
                    names: true,
                    render: (row) => row.title || t('careers.statistics.no_course'),
                  },
                  {
                    key: 'graduates',
                    title: t('careers.statistics.graduates'),
                    figure: true,
                    render: (row) => count(row.graduates),
                  },
                  {
                    key: 'answered',
                    title: t('careers.statistics.answered'),
                    figure: true,
                    render: (row) =>
                      row.answered === null
                        ? t('careers.statistics.hidden')
                        : `${count(row.answered)} · ${share(row.answered, row.graduates)}`,
                  },
                  {
                    key: 'statuses',
                    title: t('careers.statistics.said'),
                    render: (row) =>
                      row.statuses.map((one) => `${one.title}: ${count(one.people)}`).join(', ') ||
                      t('careers.statistics.hidden'),
                  },
                ]}
              />
            )}
            {data.hidden > 0 && (
              <Text size="sm" c="dimmed" mt="xs">
                {t('careers.statistics.more', { count: data.hidden })}
              </Text>
            )}
          </Section>
        </>
      )}
    </Stack>
  );
}
