import { queryClient, silent, type Translate } from '#platform/web/index.ts';
import { notify, tellError } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

interface Label {
  value: number;
  parent_id: number | null;
}

/** A department and all below it: where it cannot be moved to. */
export function branchOf(labels: readonly Label[], id: number): Set<number> {
  const branch = new Set([id]);
  for (let size = 0; size !== branch.size; ) {
    size = branch.size;
    for (const { value, parent_id } of labels) if (parent_id !== null && branch.has(parent_id)) branch.add(value);
  }
  return branch;
}

/** Puts a department under another one, or at the top, and offers to put it back. */
export async function moveDepartment(t: Translate, id: number, parent_id: number | null): Promise<void> {
  const context = silent;
  try {
    const { version, parent_id: before } = await api.department.get.call({ id }, context);
    if (before === parent_id) return;
    await api.department.save.call({ id, version, parent_id }, context);
    notify.undo(t('institutions.department.moved'), () => moveDepartment(t, id, before));
  } catch (error) {
    await tellError(error);
  }
  // Counts of the people below belong to others than this domain.
  await queryClient.invalidateQueries();
}
