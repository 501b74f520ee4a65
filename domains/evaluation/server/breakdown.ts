import { hideFew } from '#platform/server/records/few.ts';
import type { Breakdown } from '../shapes.ts';

/** What was said by group and by language, as far as nobody's answers can be reckoned from it. */

export interface SaidBy {
  group: number | null;
  language: string | null;
  answers: Readonly<Record<string, unknown>>;
}

/** Those of whom nothing is shown together; no name of a group or language. */
const rest = '';

/**
 * Of parts of those who voted about one unit. The total is always shown, so a part that is hidden takes another with it. Only
 * scales that everybody answered count: of others a part could be reckoned from the whole. Languages are shown beside groups
 * where no group in a language, which one table less the other would tell, is of few people itself.
 */
export function breakdownOf(votes: readonly SaidBy[], scales: readonly string[], least: number): Breakdown {
  const everybody = scales.filter((key) => votes.every(({ answers }) => typeof answers[key] === 'string'));
  if (everybody.length === 0) return { groups: [], languages: [] };
  const parts = (of: (vote: SaidBy) => string) => {
    const found = Map.groupBy(votes, of);
    const names = [...found.keys()].sort();
    const { hidden, total } = hideFew(
      names.map((name) => found.get(name)?.length ?? 0),
      least,
    );
    // One part alone is the whole.
    const shown = total && names.length > 1 ? names.filter((name, at) => name !== rest && !hidden[at]) : [];
    const rows = shown.map((name) => {
      const said = found.get(name) ?? [];
      const sum = said.reduce(
        (all, { answers }) => all + everybody.reduce((one, key) => one + Number(answers[key]), 0),
        0,
      );
      return { name, voted: said.length, mean: Math.round((100 * sum) / (said.length * everybody.length)) / 100 };
    });
    return { rows, of: (vote: SaidBy) => (shown.includes(of(vote)) ? of(vote) : rest) };
  };
  const groups = parts(({ group }) => (group === null ? rest : String(group)));
  const languages = parts(({ language }) => language ?? rest);
  const cells = Map.groupBy(votes, (vote) => `${groups.of(vote)} ${languages.of(vote)}`);
  const together = [...cells.values()].every((cell) => cell.length >= least);
  return {
    groups: groups.rows.map(({ name, ...row }) => ({ id: Number(name), ...row })),
    languages:
      together || groups.rows.length === 0 ? languages.rows.map(({ name, ...row }) => ({ id: name, ...row })) : [],
  };
}
