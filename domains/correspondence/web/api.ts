import { useMemo } from 'react';
import { connect, type NameIn, queryClient, useMessages } from '#platform/web/index.ts';
import { listPlace, type OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';
import type { PersonKind } from '../shapes.ts';
import type { Direction } from '../workflow.ts';

export const api = connect(contract);
export type Letter = Awaited<ReturnType<typeof api.letter.get.call>>;
export type LetterRow = Awaited<ReturnType<typeof api.letter.list.call>>['content'][number];
export type Act = Awaited<ReturnType<typeof api.destruction.get.call>>;
export type Order = NonNullable<Letter['orders']>[number];

/** Where in the list one was, so that the next letter is at hand. */
export const letterList = listPlace(api.letter.list);

/** Of letters and orders alike: each changes the other. */
export const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.letter.key() }),
    queryClient.invalidateQueries({ queryKey: api.order.key() }),
    queryClient.invalidateQueries({ queryKey: api.number.key() }),
    queryClient.invalidateQueries({ queryKey: api.destruction.key() }),
  ]);

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadPeople = (search: string, ids?: OptionId[]) => api.letter.people.call(question(search, ids));
export const loadAbout = (kind: PersonKind) => (search: string, ids?: OptionId[]) =>
  api.letter.about.call({ kind, ...question(search, ids) });
export const loadGroups = (direction?: Direction) => async (search: string, ids?: OptionId[]) => {
  const found = await api.group.all.call(question(search, ids));
  return direction && !ids ? found.filter((one) => one.direction === direction) : found;
};
/** Letters that came, for what answers one of them. */
export const loadIncoming = async (search: string, ids?: OptionId[]) => {
  if (ids) return api.letter.all.call(question(search, ids));
  const { content } = await api.letter.list.call({ search, direction: 'INCOMING', status: ['REGISTERED'], size: 20 });
  return content.map(({ id, number, heading }) => ({ id, title: [number, heading].filter(Boolean).join(' · ') }));
};

export const listOf = (direction: Direction): string =>
  direction === 'INCOMING' ? '/document-management/incoming' : '/document-management/outgoing';
export const pageOf = ({ id, direction }: { id: number; direction: Direction }): string =>
  direction === 'INCOMING' ? `/document-management/incoming/${id}` : `/document-management/outgoing/${id}`;

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'correspondence.field'>) => t(`correspondence.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'correspondence.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'correspondence.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
