import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useLocale, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  Empty,
  Loaded,
  NumberField,
  notify,
  PageHeader,
  plainValue,
  Section,
  SmallTable,
  showDate,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import { pointsMost } from '../../shapes.ts';
import { api, refresh, type Scale, useFields } from '../api.ts';

/** One table of points: how many there are for each result, type by type. */
export default function ScalePage() {
  const { scale_id = '' } = useParams({ strict: false }) as { scale_id?: string };
  const query = useQuery(api.scale.get.queryOptions({ input: { id: scale_id }, ...silent }));
  return (
    <Loaded query={query} back="/achievement-records/scales">
      {(data) => <Table key={`${data.id} ${data.version}`} scale={data} />}
    </Loaded>
  );
}

function Table({ scale }: { scale: Scale }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const types = useQuery(api.type.list.queryOptions({ input: { size: 200, sort: 'position' }, ...silent }));
  const [points, setPoints] = useState(new Map(scale.points.map(({ grade_id, points: of }) => [grade_id, of])));
  const [busy, setBusy] = useState(false);
  const draft = scale.status === 'DRAFT';
  const named = `№ ${scale.number} · ${scale.basis}`;
  useTitle(named);
  const given = () => [...points].map(([grade_id, of]) => ({ grade_id, points: of }));
  const changed =
    JSON.stringify(given().sort((a, b) => a.grade_id - b.grade_id)) !==
    JSON.stringify([...scale.points].sort((a, b) => a.grade_id - b.grade_id));
  const put = (grade_id: number, of: number | null) => {
    const next = new Map(points);
    if (of === null || Number.isNaN(of)) next.delete(grade_id);
    else next.set(grade_id, of);
    setPoints(next);
  };
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      notify.success();
    } catch (error) {
      await tellError(error);
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const save = () => api.scale.save.call({ id: scale.id, version: scale.version, points: given() }, silent);
  const publish = async () => {
    if (
      !(await confirm({
        name: named,
        title: t('achievements.scale.publish'),
        text: t('achievements.scale.publish_about', { day: showDate(scale.starts_on), count: points.size }),
        yes: t('achievements.scale.publish'),
        danger: false,
      }))
    )
      return;
    await run(async () => {
      const { id, version } = changed ? await save() : scale;
      await api.scale.publish.call({ id, version }, silent);
    });
  };
  return (
    <Stack gap="md" maw={860}>
      <Anchor component={Link} to="/achievement-records/scales" size="sm">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('achievements.scale.title')}
        </Group>
      </Anchor>
      <PageHeader
        title={named}
        description={t('achievements.scale.from', { day: showDate(scale.starts_on) })}
        actions={
          draft && (
            <Group gap="xs">
              <Button variant="default" loading={busy} disabled={!changed} onClick={() => void run(save)}>
                {t('kit.save')}
              </Button>
              <Button disabled={busy || points.size === 0} onClick={() => void publish()}>
                {t('achievements.scale.publish')}
              </Button>
            </Group>
          )
        }
      />
      {!draft && (
        <Alert color="gray" p="xs" icon={<IconLock aria-hidden />}>
          {t('achievements.scale.locked', { count: scale.used })}
        </Alert>
      )}
      {types.data?.content.length === 0 && (
        <Empty
          title={t('achievements.scale.no_types')}
          action={
            <Button component={Link} to="/achievement-records/types" variant="default">
              {t('achievements.type.title')}
            </Button>
          }
        />
      )}
      {types.data?.content.map((type) => (
        <Section key={type.id} title={plainValue(type.title, locale)}>
          <SmallTable
            rows={type.grades}
            rowKey={(row) => row.id}
            minWidth={260}
            columns={[
              { key: 'title', title: label('grade_id'), names: true, render: (row) => plainValue(row.title, locale) },
              {
                key: 'points',
                title: label('points'),
                figure: true,
                width: 110,
                render: (row) => {
                  const of = points.get(row.id);
                  if (!draft)
                    return of === undefined ? (
                      <Text component="span" size="sm" c="dimmed">
                        {t('achievements.info.no_points')}
                      </Text>
                    ) : (
                      showNumber(of, locale)
                    );
                  return (
                    <div style={{ width: 110, marginLeft: 'auto' }}>
                      <NumberField
                        aria-label={`${plainValue(type.title, locale)}: ${plainValue(row.title, locale)}`}
                        value={of ?? null}
                        onChange={(next) => put(row.id, next)}
                        min={0}
                        max={pointsMost}
                        step={0.5}
                        decimals={1}
                      />
                    </div>
                  );
                },
              },
            ]}
          />
        </Section>
      ))}
    </Stack>
  );
}
