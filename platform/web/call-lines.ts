import type { CallMeta } from '#platform/contract/index.ts';

/** What the browser must know of a call; what may be sent and answered the server checks and the compiler knows. */
export type CallFacts = Pick<CallMeta, 'method' | 'path' | 'access' | 'reads' | 'asOf'>;

/** The calls of a contract, each in a line: `GET /state/{id} permission reads past`. */
export interface CallLines {
  [name: string]: string | CallLines;
}

type Node = object & { '~orpc'?: { meta: CallFacts } };

/** What a build gives to the browser in place of a contract. */
export function linesOf(contract: object): CallLines {
  return Object.fromEntries(
    Object.entries(contract).map(([name, node]: [string, Node]) => {
      if (!node['~orpc']) return [name, linesOf(node)];
      const { method, path, access, reads, asOf } = node['~orpc'].meta;
      return [
        name,
        [method, path, ...Object.keys(access), ...(reads ? ['reads'] : []), ...(asOf ? ['past'] : [])].join(' '),
      ];
    }),
  );
}

/** What `connect` needs of the contract, from its lines. Of the access the kind is left, without names and reasons. */
export function contractOf(lines: CallLines): object {
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => {
      if (typeof line !== 'string') return [name, contractOf(line)];
      const [method, path, access = '', ...rest] = line.split(' ');
      const meta = {
        method,
        path,
        access: { [access]: '' },
        reads: rest.includes('reads'),
        ...(rest.includes('past') ? { asOf: true } : {}),
      };
      return [name, { '~orpc': { meta, route: { method, path }, errorMap: {} } }];
    }),
  );
}
