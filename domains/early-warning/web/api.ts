import { useMemo } from 'react';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as groups } from '#domains/groups/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, download, type NameIn, queryClient, today, useMessages } from '#platform/web/index.ts';
import { listPlace, type OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const plans = connect(curriculum);
const classes = connect(groups);
const places = connect(institutions);

export type RiskCase = Awaited<ReturnType<typeof api.risk.list.call>>['content'][number];
export type WholeCase = Awaited<ReturnType<typeof api.risk.get.call>>;
export type Action = WholeCase['done'][number];
export type Reason = RiskCase['reasons'][number];
export type Rules = Awaited<ReturnType<typeof api.risk_rules.get.call>>;
export type Effect = Awaited<ReturnType<typeof api.risk.effect.call>>;

/** Where in the list one was, so that the next one is at hand. */
export const caseList = listPlace(api.risk.list);
export const refresh = () =>
  Promise.all(
    [api.risk, api.risk_rules, api.risk_deputy].map((of) => queryClient.invalidateQueries({ queryKey: of.key() })),
  );

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadDepartments = (search: string, ids?: OptionId[]) => places.department.all.call(question(search, ids));
export const loadCourses = (search: string, ids?: OptionId[]) => plans.course.all.call(question(search, ids));
export const loadGroups = (search: string, ids?: OptionId[]) => classes.group.all.call(question(search, ids));
export const loadActors = (search: string, ids?: OptionId[]) => api.risk.actors.call(question(search, ids));

/** What a list was asked without the paging, which a file has not. */
const withoutPages = (asked: object) =>
  new URLSearchParams(
    Object.entries(asked).flatMap(([key, value]) =>
      value === undefined || value === '' || ['page', 'size', 'sort'].includes(key) ? [] : [[key, String(value)]],
    ),
  );
export const exportCases = (asked: object) =>
  download(`/early_warning/export?${withoutPages(asked)}`, `students-at-risk-${today()}.xlsx`).catch(() => undefined);

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'early-warning.field'>) => t(`early-warning.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'early-warning.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'early-warning.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}
