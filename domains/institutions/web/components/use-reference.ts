import { useAbility } from '#platform/web/index.ts';
import type { ResourceTexts } from '#platform/web/kit/index.ts';
import { useFields } from '../api.ts';

/** What every list of the reference data has: who may change it, and a title in three languages before all else. */
export function useReference(messages: ResourceTexts) {
  const { field, column } = useFields();
  const manage = useAbility().can('reference.manage');
  return {
    list: { messages, name: messages, manage, embedded: true as const },
    titleColumn: { ...column('title'), sortable: true },
    titleField: { control: 'multilingual' as const, ...field('title'), wide: true },
  };
}
