import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#platform/web/index.ts';
import { departmentOf } from '../api.ts';

/** How many work in a department and below it. */
export default function DepartmentPeople({ id }: { id: number }) {
  const t = useMessages();
  const { data } = useQuery(departmentOf(id));
  if (!data?.people) return null;
  return (
    <Badge variant="default" fw={400} tt="none" style={{ flexShrink: 0 }}>
      {t('staff.people', { count: data.people })}
    </Badge>
  );
}
