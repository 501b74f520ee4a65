import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '#platform/web/kit/index.ts';
import { departmentOf } from '../api.ts';

/** Who heads a department. */
export default function DepartmentHead({ id }: { id: number }) {
  const { data } = useQuery(departmentOf(id));
  if (!data?.head) return null;
  return (
    <Text size="sm" c="dimmed" component="span" truncate>
      {fullName(data.head)}
    </Text>
  );
}
