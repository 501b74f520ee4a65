interface Component {
  id: number;
  parent_id: number | null;
  kind: string;
}

/** Ids of exams and of their parts: of these admission is asked before a mark is given. */
export function examsAmong(components: readonly Component[]): ReadonlySet<number> {
  const exams = new Set(components.filter(({ kind }) => kind === 'EXAM').map(({ id }) => id));
  return new Set(
    components.filter(({ id, parent_id }) => exams.has(id) || exams.has(parent_id ?? 0)).map(({ id }) => id),
  );
}
