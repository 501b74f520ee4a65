import { scopes } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import type { DeclaredCall } from '#platform/server/call/routes.ts';

const short = (role: string) => role.toLowerCase().replaceAll('_', ' ');

/** The declared matrix as Markdown: each permission with who holds it and how far, and the calls that it opens. */
export function matrixText(calls: DeclaredCall[]): string {
  const lines = [
    '# Who may do what',
    '',
    'Made from the contracts by the access-matrix test; the roles screen of an installation may differ. Scopes: own, taught, branch (own department and below), institution.',
    '',
  ];
  const open = (kind: 'public' | 'self') =>
    calls
      .filter((call) => kind in call.meta.access)
      .map(
        (call) => `- \`${call.meta.method} ${call.meta.path}\`: ${(call.meta.access as Record<string, string>)[kind]}`,
      );
  lines.push(
    '## Without a session',
    '',
    ...open('public'),
    '',
    '## Everybody who is signed in',
    '',
    ...open('self'),
    '',
    '## By permission',
    '',
    '| permission | who | calls |',
    '|---|---|---|',
  );
  for (const [name, permission] of Object.entries(declaredPermissions()).toSorted(([a], [b]) => a.localeCompare(b))) {
    const who = scopes
      .flatMap((scope) =>
        permission.grants[scope]?.length ? [`**${scope}**: ${permission.grants[scope].map(short).join(', ')}`] : [],
      )
      .join('<br>');
    const opened = calls
      .filter(
        (call) => 'permission' in call.meta.access && [call.meta.access.permission].flat().some((one) => one === name),
      )
      .map((call) => `\`${call.meta.method} ${call.meta.path}\``);
    lines.push(`| ${name}${permission.reads ? '' : ' ✎'} | ${who} | ${opened.join('<br>')} |`);
  }
  return `${lines.join('\n')}\n`;
}
