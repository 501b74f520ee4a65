import { Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, Empty, Section, SmallTable } from '#platform/web/kit/index.ts';
import { flavourNames } from '../../../flavours.ts';
import { apiOf, type Guest } from '../../api.ts';
import { flavourPaths } from '../../paths.ts';
import { StateBadge } from '../../state.tsx';

/** Everything that somebody has applied for, flavour by flavour; nobody has so many that they need pages. */
export function Applications({ guest }: { guest: Guest }) {
  const t = useMessages();
  const { can } = useAbility();
  const names = flavourNames.filter((name) => can(flavourPaths[name].permission));
  const asked = useQueries({
    queries: names.map((name) =>
      apiOf(name).application.list.queryOptions({
        input: { guest_id: guest.id, size: 100, sort: 'id' },
        ...silent,
      }),
    ),
  });
  const failed = asked.find((one) => one.error);
  if (failed) return <Empty title={messageOf(failed.error)} />;
  if (asked.some((one) => !one.data)) return <PageSpinner />;
  const found = names.flatMap((name, at) => {
    const rows = asked[at]?.data?.content ?? [];
    return rows.length ? [{ name, rows }] : [];
  });
  if (found.length === 0) return <Empty title={t('admissions.guest.none')} text={t('admissions.guest.none_about')} />;
  return (
    <Stack>
      {found.map(({ name, rows }) => (
        <Section key={name} title={t(flavourPaths[name].title)}>
          <SmallTable
            minWidth={420}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'number',
                title: t('admissions.field.number'),
                render: (row) => <Link to={`${flavourPaths[name].list}/${row.id}`}>{row.number}</Link>,
              },
              {
                key: 'target',
                title: t('admissions.guest.target'),
                render: (row) => row.course?.title ?? row.vacancy?.title ?? row.form?.title ?? '—',
              },
              {
                key: 'status',
                title: t('admissions.field.status'),
                render: (row) => <StateBadge state={row.status} />,
              },
              {
                key: 'submitted_at',
                title: t('admissions.field.submitted_at'),
                render: (row) => <DateText value={row.submitted_at} />,
              },
            ]}
          />
        </Section>
      ))}
    </Stack>
  );
}
