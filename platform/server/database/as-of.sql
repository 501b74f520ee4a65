-- The time machine: views of the same names as the tables, in a schema of their own, that show rows as they stood at the
-- instant in the setting `edulab.as_of`. A transaction whose search path begins with this schema asks every question of
-- that instant, whoever wrote it (ADR 30). Rows that nobody has touched since are the table's own; rows that were touched
-- are taken back, change by change, by what the history keeps of each; rows that were removed are made of their last state.
-- Here stands how such views are made; it is there before the tables are, because a migration that takes one away makes it
-- anew before anybody sees that it was gone. Where a view is missing, its name would lead to the rows of today.

create schema if not exists as_of;
grant usage on schema as_of to edulab_app;

create or replace function edulab_as_of() returns timestamptz language sql stable parallel safe
  as $$ select nullif(current_setting('edulab.as_of', true), '')::timestamptz $$;
-- Whether the caller may see what was deleted since.
create or replace function edulab_as_of_deleted() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('edulab.as_of_deleted', true), '') = 'on' $$;
-- Nothing is known of the past of this table: the question is refused, whatever its rows are.
create or replace function edulab_as_of_unknown(what text) returns boolean language plpgsql stable
  as $$ begin raise exception 'the history of % is not kept', what using errcode = 'ED001'; end $$;

-- A view that could not be made together with the change that took it away: it is asked again a little later.
create or replace function edulab_as_of_awaited(what text) returns boolean language plpgsql stable
  as $$ begin raise exception 'how % was is not told at the moment', what using errcode = 'ED002'; end $$;
-- What is asked of today whatever the day: rights, sessions, the history itself, files by their content.
create or replace function edulab_as_of_today(what text) returns boolean language sql immutable parallel safe
  as $$ select what = any (array['account_roles', 'role_permissions', 'known_permissions', 'sessions', 'secrets', 'audit_log', 'security_events',
    'files', 'jobs', 'idempotency_keys', 'history_begins', 'nightly_runs', 'outbox', 'outbox_deliveries', 'demo_accounts', 'sign_ups', 'reset_requests']) $$;

-- Old values of several changes as one, those of the earliest on top: told from the last change to the first.
do $$ begin
  if to_regprocedure('edulab_as_of_merge(jsonb)') is null then
    create aggregate edulab_as_of_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');
  end if;
end $$;

-- Not later than. Most rows are older than any day that is asked of; who plans a question would take a comparison with a
-- time that is yet unknown for a third of them, and of several such tables would look up one by one what it had better read.
do $$ begin
  if to_regoperator('as_of.<==(timestamptz, timestamptz)') is null then
    create operator as_of.<== (function = timestamptz_le, leftarg = timestamptz, rightarg = timestamptz, restrict = neqsel);
  end if;
end $$;

-- From when on all that happened to a table is in the history: a load that writes none says so by itself.
create or replace function edulab_loaded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('edulab.audit', true) = 'off' then
    insert into history_begins as b (table_name, at) values (tg_table_name, edulab_clock())
    on conflict (table_name) do update set at = excluded.at where b.at < excluded.at;
  end if;
  return null;
end $$;

-- Changes by row, of one's own institution; of tables that belong to none the row is everybody's, and so is what it was.
-- With the owner's rights, so that one index answers it; every name says its schema.
create or replace function as_of.mine(house integer, what text) returns boolean language sql stable
  as $$ select house = public.edulab_institution() or what in ('accounts', 'institutions', 'roles', 'countries', 'states', 'cities') $$;
-- What a row was then, where it was something else: the old values of all that changed since.
create or replace function as_of.was(what text, id integer) returns jsonb language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select public.edulab_as_of_merge(h.old order by h.id desc) from public.audit_log h
           where h.table_name = what and h.row_id = was.id and h.operation = 'UPDATE' and h.at > public.edulab_as_of() and as_of.mine(h.institution_id, what));
end $$;
-- The same of all rows of a table at once: of a whole list it is asked in one go, which is a fraction of asking for each.
-- With `keys` only of rows of which one of these columns was something else. The instant is written into the question, so that
-- what is planned knows how far back it goes.
create or replace function as_of.were(what text, keys text[]) returns table (id integer, was jsonb) language plpgsql stable security definer rows 100 set search_path = pg_catalog, pg_temp as $$
begin
  return query execute 'select h.row_id, public.edulab_as_of_merge(h.old order by h.id desc) from public.audit_log h
     where h.table_name = $1 and h.operation = ''UPDATE'' and h.at > $2 and as_of.mine(h.institution_id, $1)'
       || case when keys is null then '' else ' and h.old ?| $3' end || ' group by h.row_id'
    using what, public.edulab_as_of(), keys;
end $$;
-- Whether a row of a table without its time of creation came later.
create or replace function as_of.came(what text, id integer) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select 1 from public.audit_log h where h.table_name = what and h.row_id = came.id and h.operation = 'INSERT' and h.at > public.edulab_as_of() and as_of.mine(h.institution_id, what));
end $$;
-- Rows that are there no more, as they stood then.
create or replace function as_of.removed(what text) returns setof jsonb language plpgsql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
begin
  return query select d.old || coalesce(as_of.was(what, d.row_id), '{}') from public.audit_log d
   where d.table_name = what and d.operation = 'DELETE' and d.at > public.edulab_as_of() and as_of.mine(d.institution_id, what)
     and case when d.old ? 'created_at' then (d.old ->> 'created_at')::timestamptz <= public.edulab_as_of() else not as_of.came(what, d.row_id) end;
end $$;
grant execute on all functions in schema as_of to edulab_app;

-- How a list asks the past of a table: what is as it was as far as the list asks, and what was changed since.
create table if not exists as_of.parts (name text primary key, same text not null, listed text not null);
grant select on as_of.parts to edulab_app;

-- Ids that a question finds today, asked from within the past: rights are of today, whatever day is looked at. `moved` is by
-- how much the clock of the connection is moved otherwise.
create or replace function edulab_of_today(question text, moved text) returns setof integer language plpgsql stable
  set search_path = public, pg_temp as $$
declare
  -- Set in the body: an owner who is no superuser may give a function no settings of ours.
  day constant text := coalesce(current_setting('edulab.as_of', true), '');
  moved_by constant text := coalesce(current_setting('edulab.clock', true), '');
begin
  perform set_config('edulab.as_of', '', true), set_config('edulab.clock', moved, true);
  return query execute question;
  perform set_config('edulab.as_of', day, true), set_config('edulab.clock', moved_by, true);
end $$;

-- One view of the past. What it shows otherwise than before, rather than besides, takes another view, and with it go those
-- that ask it.
create or replace function edulab_as_of_view(what text, question text) returns void language plpgsql as $$
begin
  begin
    execute format('create or replace view as_of.%I with (security_invoker = true) as %s', what, question);
  exception when invalid_table_definition then
    execute format('drop view as_of.%I cascade', what);
    execute format('create view as_of.%I with (security_invoker = true) as %s', what, question);
    perform edulab_as_of_mend();
  end;
  execute format('grant select on as_of.%I to edulab_app', what);
end $$;

-- Makes the view of one table, and counts from when on its history is whole. Its guards are there before.
create or replace function edulab_as_of_make(what text) returns void language plpgsql as $$
declare
  back text; plain text; made text; born text; was text; gone text; kept boolean; begins boolean; moment text; columns text[];
  place constant regclass := to_regclass(format('public.%I', what));
  -- Rows that are only ever added, and when: what was added later is not there yet.
  added constant jsonb := '{"status_history": "at", "mark_events": "at", "student_transfers": "created_at", "assessment_boards": "created_at", "ledger_heads": "at", "ledger_signatures": "at"}';
  -- Belonging, which ends by the row's deletion: nobody deleted anything that they should not see.
  belonging constant text[] := array['group_members', 'group_mentors', 'module_choices'];
  -- Columns that are counted and not written down have no history, and some tables have it elsewhere. Where the domain says
  -- how they follow from what was written down, by a function edulab_past_<table>() with the text of a query, they are
  -- counted anew; of tables with a history of their own that query finds under <table>__recorded what it says. It asks
  -- views of other tables, so it comes after them.
  counted constant text[] := array['student_debits'];
  told constant boolean := to_regprocedure(format('edulab_past_%s()', what)) is not null;
  -- Rows of which the history has changes alone: each sets the time that is named, so what was then still later was not there.
  touched constant jsonb := '{"attendance": "marked_at", "module_results": "computed_at"}';
  -- States in which rows are shown to those whom they concern. What was shown then and is not today is withheld of every day.
  withheld constant jsonb := '{"module_results": "{PUBLISHED,CONFIRMED,LOCKED}"}';
  shown text; said text;
begin
  if place is null or edulab_as_of_today(what) then return; end if;
  -- Whether it has a history, and its beginnings in it: the register of attendance keeps changes alone.
  select count(*) > 0, coalesce(bool_or(g.tgtype & 4 > 0), false) into kept, begins
    from pg_trigger g where g.tgrelid = place and g.tgname like 'z\_audit%' and g.tgname <> 'z_audit_rights';
  columns := array(select a.attname::text from pg_attribute a where a.attrelid = place and a.attnum > 0 and not a.attisdropped);
  moment := touched ->> what;
  if told and not what = any (counted) then
    execute format('create or replace trigger z_loaded after insert or update or delete on %I for each statement execute function edulab_loaded()', what);
  elsif added ? what then
    perform edulab_as_of_view(what, format('select * from public.%I t where t.%I operator(as_of.<==) (select edulab_as_of())', what, added ->> what));
  elsif not kept or what = any (counted) and not told or not ('id' = any (columns)) or moment is null and (not ('version' = any (columns)) or not (begins or 'created_at' = any (columns))) then
    perform edulab_as_of_view(what, format('select * from public.%I t where edulab_as_of_unknown(%L)', what, what));
  else
    execute format('create or replace trigger z_loaded after insert or update or delete on %I for each statement execute function edulab_loaded()', what);
    select string_agg(format('t.%I', a.attname), ', ' order by a.attnum),
           string_agg(case when a.attname in ('id', 'institution_id', 'created_at', 'version') then format('t.%I', a.attname)
                           when a.attname = 'status' and withheld ? what then format('case when t.status <> all (%1$L) and p.was ->> ''status'' = any (%1$L) then ''WITHHELD'' when p.was ? ''status'' then p.was ->> ''status'' else t.status end as status', withheld ->> what)
                           when a.atttypid = 'jsonb'::regtype then format('case when p.was ? %L then nullif(p.was -> %L, ''null'') else t.%I end as %I', a.attname, a.attname, a.attname, a.attname)
                           when y.typcategory = 'A' then format('case when p.was ? %L then (jsonb_populate_record(null::public.%I, p.was)).%I else t.%I end as %I', a.attname, what, a.attname, a.attname, a.attname)
                           else format('case when p.was ? %L then (p.was ->> %L)::%s else t.%I end as %I', a.attname, a.attname, format_type(a.atttypid, a.atttypmod), a.attname, a.attname) end, ', ' order by a.attnum)
      into plain, back
      from pg_attribute a join pg_type y on y.oid = a.atttypid where a.attrelid = place and a.attnum > 0 and not a.attisdropped;
    -- A transaction may have begun before the instant and written after it; one that takes an hour is none of ours.
    was := case when moment is not null then format('t.%I %%s (select edulab_as_of())', moment)
                when 'updated_at' = any (columns) then 't.updated_at %s (select edulab_as_of()) - interval ''1 hour''' else 't.version %s 1' end;
    -- The same of a row that was removed since.
    gone := case when moment is not null then format('(x ->> %L)::timestamptz <= (select edulab_as_of())', moment) else 'true' end;
    -- One that came later and was never changed needs no looking up.
    born := case when moment is not null then case when 'version' = any (columns) then 't.version > 1 and ' else '' end || format('coalesce((p.was ->> %L)::timestamptz, t.%I) operator(as_of.<==) (select edulab_as_of())', moment, moment)
                 when 'created_at' = any (columns) then 't.created_at operator(as_of.<==) (select edulab_as_of())'
                 else format('not as_of.came(%L, t.id)', what) end;
    made := case when what = any (belonging) or not ('deleted_at' = any (columns)) then '' else ' and (t.deleted_at is null or t.deleted_at <= (select edulab_as_of()) or (select edulab_as_of_deleted()))' end;
    shown := case when what = any (counted) then what || '__recorded' else what end;
    perform edulab_as_of_view(shown || '__moved', format('select %s from public.%I t cross join lateral as_of.was(%L, t.id) p (was) where %s and %s%s',
      back, what, what, format(was, '>'), born, made));
    perform edulab_as_of_view(shown || '__gone', format('select (r.o).* from (select jsonb_populate_record(null::public.%I, x) as o from as_of.removed(%L) x where %s and %s offset 0) r',
      what, what, gone, case when what = any (belonging) or moment is not null then 'true' else '(select edulab_as_of_deleted())' end));
    perform edulab_as_of_view(shown, format('select %s from public.%I t where %s and %s union all select * from as_of.%I union all select * from as_of.%I',
      plain, what, format(was, case when moment is null and not 'updated_at' = any (columns) then '<=' else 'operator(as_of.<==)' end), case when moment is null then born else 'true' end,
      shown || '__moved', shown || '__gone'));
    -- Lists ask in parts, each its own way; `changed` is what as_of.were() says of the columns that the list asks about. A row
    -- that was changed elsewhere stands where it stands today.
    if moment is null and 'created_at' = any (columns) then
      insert into as_of.parts values (shown,
        format('select t.* from public.%I t where %s and t.id not in (select c.id from changed c)', what, born),
        format('select %s from changed p join public.%I t on t.id = p.id where %s%s', back, what, born, made))
      on conflict (name) do update set same = excluded.same, listed = excluded.listed;
    end if;
  end if;
  if told then
    execute format('select edulab_past_%s()', what) into said;
    perform edulab_as_of_view(what, said);
  end if;
end $$;

-- Of every table that has no view, one: a migration that made a table, or took a view away, ends with it. What cannot be made
-- yet is refused until it can, so that nobody is shown today for then.
create or replace function edulab_as_of_mend() returns void language plpgsql as $$
declare what text;
begin
  for what in select v.relname from pg_class v where v.relnamespace = 'as_of'::regnamespace and v.relkind = 'v' and to_regclass(format('public.%I', split_part(v.relname, '__', 1))) is null loop
    execute format('drop view if exists as_of.%I cascade', what);
  end loop;
  for what in
    select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not edulab_as_of_today(c.relname) and to_regclass(format('as_of.%I', c.relname)) is null
     order by to_regprocedure(format('edulab_past_%s()', c.relname)) is not null, c.relname
  loop
    begin
      perform edulab_as_of_make(what);
    exception when syntax_error_or_access_rule_violation then
      delete from as_of.parts where name = what;
      -- It counts as not made, so that the start goes on with it.
      if to_regclass('edulab_migrations.guarded') is not null then delete from edulab_migrations.guarded where name = what; end if;
      execute format('create view as_of.%I with (security_invoker = true) as select * from public.%I where edulab_as_of_awaited(%L)', what, what, what);
      execute format('grant select on as_of.%I to edulab_app', what);
    end;
  end loop;
  delete from as_of.parts p where to_regclass(format('as_of.%I', p.name)) is null;
end $$;
