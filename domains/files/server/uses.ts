import type { Call } from '#platform/server/call/context.ts';

/** Where files are used, whatever domain uses them. */

interface Column {
  table: string;
  name: string;
  kind: 'id' | 'ids' | 'answers' | 'text';
}

/**
 * Where a file can be used: columns that are called `…file_id` or `…file_ids`, in JSON too, drawn signatures, answers to
 * forms, and texts that may show a picture. Read from the catalogue, so that a new domain is asked without being named.
 */
async function places(call: Pick<Call, 'client'>): Promise<Column[]> {
  const { rows } = await call.client.query<Column>(
    `select c.relname as table, a.attname as name,
            case when a.atttypid = 'integer'::regtype then 'id' when a.atttypid = 'integer[]'::regtype then 'ids'
                 when a.attname = 'answers' then 'answers' else 'text' end as kind
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
        -- What was read of a file is no use of it.
        and c.relname <> 'file_texts'
        and (a.attname ~ '(^|_)file_id$|^handed_signature$' and a.atttypid = 'integer'::regtype or a.attname ~ '(^|_)file_ids$' and a.atttypid = 'integer[]'::regtype
             or a.attname = 'answers' and a.atttypid = 'jsonb'::regtype
             or a.attname in ('body', 'content', 'description', 'details', 'text') and a.atttypid in ('text'::regtype, 'jsonb'::regtype))`,
  );
  return rows;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Which of these files a record or a text has, deleted ones too, for they may come back, and in which tables; records of
 * the tables `except` are not asked.
 */
export async function usedFiles(
  call: Pick<Call, 'client'>,
  ids: readonly number[],
  except: readonly string[] = [],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const questions = (await places(call))
    .filter(({ table }) => !except.includes(table))
    .map(({ table, name, kind }) => {
      const column = quoted(name);
      const of = quoted(table);
      const by = `'${table.replaceAll("'", "''")}' as by`;
      if (kind === 'id') return `select ${column} as id, ${by} from ${of} where ${column} = any($1::int[])`;
      if (kind === 'ids') return `select unnest(${column}) as id, ${by} from ${of} where ${column} && $1::int[]`;
      // A file is answered by its number; a number that was meant as one and is equal keeps a file that could go.
      if (kind === 'answers')
        return `select (a.value #>> '{}')::numeric::int as id, ${by} from ${of}, jsonb_each(${column}) a
                 where jsonb_typeof(${column}) = 'object' and jsonb_typeof(a.value) = 'number' and (a.value #>> '{}')::numeric = any($1::int[])`;
      return `select m[1]::int as id, ${by} from ${of}, regexp_matches(${column}::text, '(?:/file/|file_id": ?)(\\d{1,9})(?=[^0-9])', 'g') m
               where ${column}::text like '%/file/%' or ${column}::text like '%file_id"%'`;
    });
  const { rows } = await call.client.query<{ id: number; used: string[] }>(
    `select u.id, array_agg(distinct u.by order by u.by) as used from (${questions.join(' union all ')}) u where u.id = any($1::int[]) group by u.id`,
    [ids],
  );
  return new Map(rows.map(({ id, used }) => [id, used]));
}
