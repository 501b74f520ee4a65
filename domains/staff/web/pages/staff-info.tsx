import { Anchor, Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { ListPage, Person } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Who works here, for visitors: nothing personal. */
export default function StaffInfo() {
  const t = useMessages();
  const { data: departments = [] } = useQuery(api.staff.public_departments.queryOptions());
  return (
    <Container size="lg" py="xl">
      <ListPage
        title={t('staff.public.title')}
        description={t('staff.public.about')}
        of={api.staff.public}
        columns={[
          {
            key: 'lastname',
            title: t('staff.column.person'),
            sortable: true,
            render: (row) => (
              <Person
                person={{ ...row, avatar: null }}
                note={[
                  row.degree && t(`staff.degree.${row.degree}`),
                  row.academic_title && t(`staff.academic_title.${row.academic_title}`),
                ]
                  .filter(Boolean)
                  .join(', ')}
              />
            ),
          },
          { key: 'job_position', title: t('staff.field.job_position_id'), render: (row) => row.job_position ?? '—' },
          { key: 'department', title: t('staff.field.department_id'), render: (row) => row.department?.title ?? '—' },
          {
            key: 'email',
            title: t('staff.field.work_email'),
            render: (row) =>
              row.email ? (
                <Anchor size="sm" href={`mailto:${row.email}`}>
                  {row.email}
                </Anchor>
              ) : (
                '—'
              ),
          },
        ]}
        filters={[
          { key: 'department_id', label: t('staff.field.department_id'), control: 'select', options: departments },
        ]}
        empty={{ text: t('staff.public.empty') }}
      />
    </Container>
  );
}
