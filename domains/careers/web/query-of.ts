/** The query of an export, as the list asks it. */
export const queryOf = (input: object): string =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
