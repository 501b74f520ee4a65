import { Stack } from '@mantine/core';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, ListPage, Section } from '#platform/web/kit/index.ts';
import { flavourNames } from '../../../flavours.ts';
import { type Application, apiOf, type Guest } from '../../api.ts';
import { flavourPaths } from '../../paths.ts';
import { StateBadge } from '../../state.tsx';

/** Everything that somebody has applied for, flavour by flavour. */
export function Applications({ guest }: { guest: Guest }) {
  const t = useMessages();
  const { can } = useAbility();
  return (
    <Stack>
      {flavourNames
        .filter((name) => can(flavourPaths[name].permission))
        .map((name) => (
          <Section key={name} title={t(flavourPaths[name].title)}>
            <ListPage<Application>
              title={t(flavourPaths[name].title)}
              name={`guest-applications-${name}`}
              embedded
              local
              searchable={false}
              query={(input) => apiOf(name).application.list.queryOptions({ input: input as never, ...silent })}
              fixed={{ guest_id: guest.id }}
              rowLabel={(row) => row.number}
              rowHref={(row) => `${flavourPaths[name].list}/${row.id}`}
              columns={[
                { key: 'number', title: t('admissions.field.number') },
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
              empty={{ text: t('admissions.guest.none') }}
            />
          </Section>
        ))}
    </Stack>
  );
}
