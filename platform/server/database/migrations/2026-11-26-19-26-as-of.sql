CREATE TABLE "history_begins" (
	"table_name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);

--> statement-breakpoint
-- Of what stands already: the last row whose beginning is not in the history was loaded.
do $$
declare t text;
begin
  for t in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'created_at' join pg_attribute i on i.attrelid = c.oid and i.attname = 'id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname like 'z\_audit%')
  loop
    execute format('insert into history_begins select %L, max(t.created_at) from %I t where not exists (select 1 from audit_log h where h.table_name = %L and h.row_id = t.id and h.operation = ''INSERT'') having count(*) > 0', t, t, t);
  end loop;
end $$;
