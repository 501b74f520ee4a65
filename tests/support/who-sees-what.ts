/** Who is answered which fields: by call, by role. */
export type Seen = Map<string, Map<string, Set<string>>>;

export function see(seen: Seen, call: string, role: string, fields: Iterable<string>): void {
  const by = seen.get(call) ?? new Map<string, Set<string>>();
  seen.set(call, by.set(role, new Set([...(by.get(role) ?? []), ...fields])));
}

const head = `# Who sees which field

Read by the test \`tests/api/fields.test.ts\` as every role on the demo university: of each list and each record the fields that anybody is answered, and who is answered all of them or goes without some. Roles that were shown no record are left out. \`vitest run --project api tests/api/fields.test.ts -u\` adds what is new; what nobody sees any more goes when the page is deleted and written anew.
`;

export function pageOf(seen: Seen): string {
  const sections = [...seen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([call, by]) => {
      const all = [...new Set([...by.values()].flatMap((fields) => [...fields]))].sort();
      const roles = Map.groupBy([...by.keys()].sort(), (role) =>
        all.filter((field) => !by.get(role)?.has(field)).join(', '),
      );
      const lines = [...roles].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
      return [
        `\n## \`${call}\`\n\n${all.join(', ')}\n`,
        ...lines.map(([missing, who]) => `- ${missing ? `without ${missing}` : 'all'}: ${who.join(', ')}`),
      ].join('\n');
    });
  return `${head}${sections.join('\n')}\n`;
}

/** The page read back. */
export function readPage(text: string): Seen {
  const seen: Seen = new Map();
  for (const [, call = '', all = '', lines = ''] of text.matchAll(/^## `(.+)`\n\n(.+)\n\n((?:- .+\n)*)/gm))
    for (const [, missing, who = ''] of lines.matchAll(/^- (?:all|without (.+)): (.+)$/gm)) {
      const without = new Set(missing?.split(', '));
      for (const role of who.split(', '))
        see(
          seen,
          call,
          role,
          all.split(', ').filter((field) => !without.has(field)),
        );
    }
  return seen;
}
