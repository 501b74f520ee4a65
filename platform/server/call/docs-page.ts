import { commonErrors } from '#platform/contract/index.ts';
import type { ServerDomain } from '../kernel.ts';
import { declaredPermissions } from './access.ts';
import { statusOf } from './errors.ts';
import { apiBase } from './http.ts';
import { type Operation, openApi, operationsOf, type Schema } from './openapi.ts';
import { callsOf, type DeclaredCall } from './routes.ts';
import { togetherBounds } from './together.ts';

/** The calls for people to read: one page without scripts, drawn from the same contracts as the OpenAPI document. */

const text = (value: unknown) =>
  String(value).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** A type in a few words: `integer 1–100`, `"uz" | "ru"`, `list of {id, version}`. */
function typeOf(schema: Schema | undefined, depth = 0): string {
  if (!schema) return 'anything';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const words = schema.enum.map((value) => JSON.stringify(value));
    return words.length > 12 ? `${words.slice(0, 12).join(' | ')} | …` : words.join(' | ');
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(one, depth)))].join(' | ');
  if (schema.items) return `list of ${typeOf(schema.items, depth)}`;
  if (schema.properties)
    return depth > 1
      ? 'object'
      : `{ ${Object.entries(schema.properties)
          .map(([name, one]) => `${name}: ${typeOf(one, depth + 1)}`)
          .join(', ')} }`;
  const limits = [schema.minimum, schema.maximum].some((limit) => limit !== undefined && Math.abs(limit) < 2 ** 31 - 1)
    ? ` ${schema.minimum ?? ''}–${(schema.maximum ?? 2 ** 31) < 2 ** 31 - 1 ? schema.maximum : ''}`
    : '';
  const length = schema.maxLength ? ` to ${schema.maxLength}` : '';
  return `${[schema.type ?? 'anything'].flat().join(' | ')}${schema.format ? ` (${schema.format})` : ''}${limits}${length}`;
}

const row = (name: string, where: string, required: boolean, schema: Schema | undefined) =>
  `<tr><td><code>${text(name)}</code>${required ? ' <b title="required">*</b>' : ''}</td><td>${where}</td><td>${text(typeOf(schema))}</td><td>${text(schema?.description ?? '')}</td></tr>`;

function inputs(operation: Operation | undefined): string {
  const fields = (operation?.parameters ?? []).map(({ name, in: where, required = false, schema }) =>
    row(name, where, required, schema),
  );
  for (const { schema } of Object.values(operation?.requestBody?.content ?? {}).slice(0, 1)) {
    if (!schema?.properties) fields.push(row('(body)', 'body', false, schema));
    for (const [name, one] of Object.entries(schema?.properties ?? {}))
      fields.push(row(name, 'body', schema?.required?.includes(name) ?? false, one));
  }
  return fields.length
    ? `<table><thead><tr><th>Input</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${fields.join('')}</tbody></table>`
    : '<p>No input.</p>';
}

const roleName = (name: string) => name.toLowerCase().replaceAll('_', ' ');

function access({ meta }: DeclaredCall): string {
  if ('public' in meta.access) return `<p><b>Without a session</b>: ${text(meta.access.public)}</p>`;
  if ('self' in meta.access) return `<p><b>Everybody signed in</b>: ${text(meta.access.self)}</p>`;
  return [meta.access.permission]
    .flat()
    .map((permission) => {
      const grants = Object.entries(declaredPermissions()[permission]?.grants ?? {})
        .map(([scope, roles]) => `<dt>${text(scope)}</dt><dd>${text(roles.map(roleName).join(', ') || '–')}</dd>`)
        .join('');
      return `<p>Permission <code>${text(permission)}</code></p><dl>${grants}</dl>`;
    })
    .join('<p>or</p>');
}

function section(call: DeclaredCall, operation: Operation | undefined): string {
  const { method, path, aliases, errors } = call.meta;
  const others = aliases.length
    ? `<p>Also ${aliases.map((alias) => `<code>${text(alias)}</code>`).join(', ')}</p>`
    : '';
  const refusals = errors.length
    ? `<p>Errors of its own: ${errors.map((code) => `<code>${text(code)}</code> ${statusOf(code)}`).join(', ')}</p>`
    : '';
  return `<details id="${text(`${call.domain}.${call.name}`)}"><summary><span class="${method}">${method}</span> <code>${text(path)}</code> <span>${text(operation?.summary ?? '')}</span></summary>${others}${access(call)}${inputs(operation)}${refusals}</details>`;
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dee6, #3a4048); --soft: light-dark(#f5f7fa, #22262b); --dim: light-dark(#52606d, #a7b0ba); }
body { margin: 0 auto; max-width: 70rem; padding: 1rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #1a1d21); color: light-dark(#1b2430, #e4e8ec); }
a { color: light-dark(#1d4ed8, #8ab4ff); } code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; } h2 { margin: 2.5rem 0 0.5rem; text-transform: capitalize; }
details { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0.375rem 0; overflow: hidden; }
details > :not(summary) { margin: 0.75rem 1rem; } summary { cursor: pointer; padding: 0.5rem 1rem; background: var(--soft); }
summary span:last-child { color: var(--dim); }
summary span:first-child { display: inline-block; min-width: 4rem; font-weight: 600; }
.GET { color: light-dark(#166534, #7ddb9a); } .POST { color: light-dark(#1d4ed8, #8ab4ff); } .PUT { color: light-dark(#92400e, #f0b568); } .DELETE { color: light-dark(#b91c1c, #ff9a9a); }
table { border-collapse: collapse; width: calc(100% - 2rem); font-size: 0.9rem; } th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
th { border: 0; color: var(--dim); font-weight: 500; } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.125rem 0.75rem; font-size: 0.9rem; } dt { color: var(--dim); } dd { margin: 0; }
`;

let page: Promise<string> | undefined;

/** The page as HTML, made once and kept. Domains in the order of the list; calls by path. */
export function docsPage(domains: readonly ServerDomain[]): Promise<string> {
  page ??= draw(domains);
  return page;
}

async function draw(domains: readonly ServerDomain[]): Promise<string> {
  const operationOf = operationsOf(await openApi(domains).document);
  const calls = callsOf(domains);
  const of = (domain: string) =>
    calls
      .filter((call) => call.domain === domain)
      .sort((a, b) => a.meta.path.localeCompare(b.meta.path))
      .map((call) => section(call, operationOf(call.meta)))
      .join('');
  const common = Object.entries(commonErrors)
    .map(([code, status]) => `<code>${code}</code> ${status}`)
    .join(', ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Edulab: calls</title><style>${style}</style></head><body>
<h1>Calls of Edulab</h1>
<p>${calls.length} calls below <code>${apiBase}</code>, with and without a slash at the end. Machines read <a href="${apiBase}/openapi.json">openapi.json</a>.</p>
<p>Send <code>Authorization: Bearer</code>, <code>institution</code> (id) and <code>language</code> (uz, ru, en). Creates take an <code>Idempotency-Key</code>; changes carry <code>id</code> and the <code>version</code> that was read. Failed calls answer <code>{status, code, message, data?}</code>; faults of fields stand in <code>data.fields</code>. The roles below are those of a new installation. <code>POST ${apiBase}/together</code> takes up to ${togetherBounds.calls} calls that are asked with GET, <code>{calls: [address, …]}</code>, and answers a line <code>{index, status, body}</code> for each as soon as it is there; what is answered <code>ASK_ALONE</code> wants a request of its own.</p>
<details><summary><span>Errors</span> <span>that any call may answer</span></summary><p>${common}</p></details>
<nav>${domains.map(({ name }) => `<a href="#${text(name)}">${text(name)}</a>`).join('')}</nav>
${domains.map(({ name }) => `<h2 id="${text(name)}">${text(name)}</h2>${of(name)}`).join('')}
</body></html>`;
}
