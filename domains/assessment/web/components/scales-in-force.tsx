import { Button, Group, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { titleIn, useLocale } from '#platform/web/index.ts';
import { SmallTable, showDate, showNumber } from '#platform/web/kit/index.ts';
import { bandEnds } from '../../bands.ts';
import { api } from '../api.ts';
import { useFields } from '../use-fields.ts';

export type ScaleInForce = Awaited<ReturnType<typeof api.scale.in_force.call>>[number];

/** The scales by which this year's totals are called, the usual ones of the country too. */
export function ScalesInForce({ onNew }: { onNew: ((scale: ScaleInForce) => void) | undefined }) {
  const query = useQuery(api.scale.in_force.queryOptions({ input: {} }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      {query.data?.map((scale) => <OneScale key={scale.code} scale={scale} onNew={onNew} />) ??
        ['LETTER', 'FIVE', 'ECTS'].map((code) => <Skeleton key={code} h={260} />)}
    </SimpleGrid>
  );
}

function OneScale({ scale, onNew }: { scale: ScaleInForce; onNew: ((scale: ScaleInForce) => void) | undefined }) {
  const { t, label } = useFields();
  const intl = useIntl();
  const { locale } = useLocale();
  const number = (value: number) => showNumber(value, intl.locale);
  const ends = bandEnds(scale.bands);
  const name = t(`assessment.scale.${scale.code}`);
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text size="xs" c="dimmed">
            {scale.valid_from
              ? t('assessment.scales.own', {
                  title: titleIn(scale.title, locale),
                  day: showDate(scale.valid_from),
                })
              : t('assessment.scales.usual')}
          </Text>
        </div>
        {onNew && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onNew(scale)}
            style={{ flexShrink: 0 }}
          >
            {t('assessment.scales.new')}
          </Button>
        )}
      </Group>
      <SmallTable
        rows={scale.bands.map((band, at) => ({ ...band, to: ends[at] ?? 100 }))}
        rowKey={(band) => band.grade}
        minWidth={0}
        columns={[
          { key: 'grade', title: label('grade'), names: true, render: (band) => band.grade },
          {
            key: 'total',
            title: label('total'),
            figure: true,
            render: (band) => `${number(band.from)}–${number(band.to)}`,
          },
          { key: 'point', title: label('point'), figure: true, render: (band) => number(band.point) },
        ]}
      />
    </Paper>
  );
}
