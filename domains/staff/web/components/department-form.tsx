import { useQuery } from '@tanstack/react-query';
import { queryClient, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, notify } from '#platform/web/kit/index.ts';
import { api, departmentOf, loadStaff } from '../api.ts';

/** Chooses the head of a department; kept at once, because it is no part of the department's own record. */
export default function DepartmentForm({ id }: { id: number }) {
  const t = useMessages();
  const { data } = useQuery(departmentOf(id));
  const choose = async (staff_id: number | null) => {
    await api.department.head.call({ department_id: id, staff_id });
    await queryClient.invalidateQueries({ queryKey: api.department.key() });
    notify.success(t('kit.edited'));
  };
  if (!data) return null;
  return (
    <AsyncSelect
      label={t('staff.head.choose')}
      value={data.head?.id ?? null}
      load={loadStaff}
      onChange={(value) => void choose(value === null ? null : Number(value)).catch(() => undefined)}
    />
  );
}
