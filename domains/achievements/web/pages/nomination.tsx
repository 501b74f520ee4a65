import { Alert, Anchor, Button, Collapse, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconChevronDown, IconDownload, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { download, messageOf, silent, useAbility, useLocale, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  DateText,
  DateTimeText,
  Empty,
  Facts,
  fullName,
  Loaded,
  notify,
  PageHeader,
  Section,
  SmallTable,
  StatusBadge,
  showDate,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, type Nomination, type Nominees, refresh, useFields } from '../api.ts';

/** One list of nominees: its criteria, who meets them, and the records that every sum is made of. */
export default function NominationPage() {
  const { nomination_id = '' } = useParams({ strict: false }) as { nomination_id?: string };
  const query = useQuery(api.nomination.get.queryOptions({ input: { id: nomination_id }, ...silent }));
  return (
    <Loaded query={query} back="/achievement-records/nominations">
      {(data) => <Shown nomination={data} />}
    </Loaded>
  );
}

function Shown({ nomination }: { nomination: Nomination }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const { can } = useAbility();
  const [busy, setBusy] = useState(false);
  const query = useQuery(api.nomination.nominees.queryOptions({ input: { id: nomination.id }, ...silent }));
  const number = (value: number) => showNumber(value, locale);
  useTitle(nomination.title);
  const file = (format: 'xlsx' | 'csv') =>
    void download(
      `/achievement_nomination/${nomination.id}/export?format=${format}`,
      `nominees-${nomination.id}.${format}`,
    ).catch(() => undefined);
  const freeze = async () => {
    const { data } = query;
    if (busy || !data) return;
    if (
      !(await confirm({
        name: nomination.title,
        title: t('achievements.nomination.freeze'),
        text: t('achievements.nomination.freeze_about', { chosen: data.chosen, total: data.total }),
        yes: t('achievements.nomination.freeze'),
        danger: false,
      }))
    )
      return;
    setBusy(true);
    try {
      await api.nomination.freeze.call({ id: nomination.id, version: nomination.version }, silent);
      notify.success();
    } catch (error) {
      await tellError(error);
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const frozen = nomination.status === 'FROZEN';
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/achievement-records/nominations" size="sm">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('achievements.nomination.title')}
        </Group>
      </Anchor>
      <PageHeader
        title={nomination.title}
        description={t(frozen ? 'achievements.nomination.frozen_about' : 'achievements.nomination.counted_about')}
        actions={
          <Group gap="xs">
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  variant="default"
                  disabled={!query.data?.total}
                  leftSection={<IconDownload size={16} aria-hidden />}
                  rightSection={<IconChevronDown size={16} aria-hidden />}
                >
                  {t('achievements.nomination.export')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => file('xlsx')}>Excel (xlsx)</Menu.Item>
                <Menu.Item onClick={() => file('csv')}>CSV</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {can('achievement.nominate') && nomination.can?.freeze && (
              <Button
                loading={busy}
                disabled={!query.data?.total}
                leftSection={<IconLock size={16} aria-hidden />}
                onClick={() => void freeze()}
              >
                {t('achievements.nomination.freeze')}
              </Button>
            )}
          </Group>
        }
      />
      <Section title={t('achievements.nomination.criteria')}>
        <Facts
          columns={4}
          items={[
            {
              label: label('status'),
              value: (
                <StatusBadge
                  status={nomination.status}
                  color={frozen ? 'teal' : 'blue'}
                  label={t(`achievements.nomination.state.${nomination.status}`)}
                />
              ),
            },
            { label: label('academic_year_id'), value: nomination.academic_year?.title },
            {
              label: t('achievements.nomination.period'),
              value: (
                <>
                  <DateText value={nomination.starts_on} /> – <DateText value={nomination.ends_on} />
                </>
              ),
            },
            { label: label('min_points'), value: number(nomination.min_points) },
            ...(nomination.min_average === null
              ? []
              : [{ label: label('min_average'), value: number(nomination.min_average) }]),
            { label: label('seats'), value: number(nomination.seats) },
            {
              label: label('level'),
              value: t(nomination.level ? `achievements.level.${nomination.level}` : 'achievements.level.ALL'),
            },
            { label: label('department_id'), value: nomination.department?.title ?? t('achievements.nomination.all') },
            {
              label: label('type_ids'),
              value: nomination.types.map(({ title }) => title).join(', ') || t('achievements.nomination.all'),
            },
            ...(frozen
              ? [
                  { label: label('frozen_at'), value: <DateTimeText value={nomination.frozen_at} /> },
                  { label: label('frozen_by'), value: nomination.frozen_by },
                ]
              : []),
          ]}
        />
      </Section>
      {query.isPending && <Skeleton h={280} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data && <List nominees={query.data} />}
    </Stack>
  );
}

/** Who is nominated, and some behind them, are seen first; a thousand rows at once help nobody. */
const firstRows = 50;

function List({ nominees }: { nominees: Nominees }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const [open, setOpen] = useState<number>();
  const [most, setMost] = useState(Math.max(firstRows, nominees.chosen + 20));
  const number = (value: number) => showNumber(value, locale);
  if (nominees.total === 0) return <Empty title={t('achievements.nomination.nobody')} />;
  return (
    <Section
      title={t('achievements.nomination.list')}
      description={t('achievements.nomination.counts', { chosen: nominees.chosen, total: nominees.total })}
    >
      {nominees.chosen > nominees.seats && (
        <Alert color="orange" p="xs" mb="sm">
          {t('achievements.nomination.shared', { chosen: nominees.chosen, seats: nominees.seats })}
        </Alert>
      )}
      {nominees.revoked.length > 0 && (
        <Alert color="orange" p="xs" mb="sm" icon={<IconAlertTriangle aria-hidden />}>
          {t('achievements.nomination.revoked')}{' '}
          {nominees.revoked.map(({ record_id, number: called, student }, at) => (
            <span key={record_id}>
              {at > 0 && '; '}
              <Anchor component={Link} to={`/achievement-records/${record_id}`} size="sm" underline="always">
                {called}
              </Anchor>
              , {student}
            </span>
          ))}
        </Alert>
      )}
      <SmallTable
        rows={nominees.rows.slice(0, most)}
        rowKey={(row) => row.student_id}
        minWidth={620}
        maxHeight="70vh"
        columns={[
          { key: 'place', title: label('place'), figure: true, width: 60, render: (row) => number(row.place) },
          {
            key: 'student',
            title: label('student'),
            names: true,
            render: (row) => (
              <>
                <Text size="sm" fw={row.chosen ? 600 : 400}>
                  {fullName(row.student)}
                </Text>
                <Text size="xs" c="dimmed">
                  {[row.student.student_no, row.group, row.faculty].filter(Boolean).join(' · ')}
                </Text>
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  onClick={() => setOpen(open === row.student_id ? undefined : row.student_id)}
                  aria-expanded={open === row.student_id}
                >
                  {t('achievements.nomination.calculation', { points: number(row.points), count: row.parts.length })}
                </Anchor>
                {row.marks && (
                  <Text size="xs">
                    {t('achievements.nomination.average', {
                      average: number(row.marks.average),
                      weighed: number(row.marks.weighed),
                      credits: number(row.marks.credits),
                      modules: row.marks.modules,
                    })}
                  </Text>
                )}
                <Collapse expanded={open === row.student_id}>
                  <Stack gap={2} mt={4} component="ul" style={{ paddingLeft: 16, marginBottom: 0 }}>
                    {row.parts.map((part) => (
                      <Text key={part.record_id} size="xs" component="li">
                        <Anchor
                          component={Link}
                          to={`/achievement-records/${part.record_id}`}
                          size="xs"
                          underline="always"
                        >
                          {part.number}
                        </Anchor>{' '}
                        {part.title} · {part.type}, {part.grade} · {showDate(part.achieved_on)} ·{' '}
                        {t('achievements.nomination.part', { points: number(part.points), scale: part.scale })}
                      </Text>
                    ))}
                  </Stack>
                </Collapse>
              </>
            ),
          },
          {
            key: 'chosen',
            title: t('achievements.nomination.nominee'),
            render: (row) =>
              row.chosen ? (
                <StatusBadge status="VERIFIED" color="teal" label={t('achievements.nomination.chosen')} />
              ) : (
                <Text size="sm" c="dimmed">
                  {t('achievements.nomination.reserve')}
                </Text>
              ),
          },
          { key: 'points', title: label('points'), figure: true, render: (row) => <b>{number(row.points)}</b> },
        ]}
      />
      {nominees.rows.length > most && (
        <Button mt="sm" size="xs" variant="default" onClick={() => setMost(most + 200)}>
          {t('achievements.nomination.more', { count: nominees.rows.length - most })}
        </Button>
      )}
    </Section>
  );
}
