-- What the database itself guards, applied after every migration. Tables are found by their columns, so a new table is
-- guarded without anybody remembering it: institution_id → row-level security, version → counted by a trigger and audited.
-- Statements about tables (triggers, policies, rights) run table by table, here as in the files of domains: each stands in a
-- line of its own and is found there by its beginning (guards.ts).

-- Counts every change of rights, so that servers know when what they remember of them is old.
create sequence if not exists access_changes;
create or replace function edulab_access_changed() returns trigger language plpgsql as $$
begin perform nextval('access_changes'); return null; end $$;

-- Chains of hashes, by which a book that is only added to shows what was touched. One step: the hash so far, or `start` at its beginning, and the next text.
create or replace function edulab_chain_step(state bytea, start bytea, piece text) returns bytea language plpgsql immutable parallel safe
  as $$ begin return sha256(coalesce(state, start) || convert_to(piece, 'UTF8')); end $$;
do $$ begin
  if not exists (select 1 from pg_proc where proname = 'edulab_chain') then
    create aggregate edulab_chain(bytea, text) (sfunc = edulab_chain_step, stype = bytea);
  end if;
end $$;

-- For a function that is `set plan_cache_mode = force_generic_plan` because its statements go through many tables for few rows,
-- and took longer to be planned, at each call, than to run. Where there are many rows they are planned for those after all.
create or replace function edulab_plan_for(rows integer[]) returns void language plpgsql as $$
begin
  if cardinality(rows) > 100 then perform set_config('plan_cache_mode', 'force_custom_plan', true); end if;
end $$;

-- Opens a request: who is it, which institution, may they enter it. Sets what row-level security and audit read.
-- Runs with the owner's rights because sessions are closed to the application. Every request passes here, so it asks one
-- question; what is assigned is evaluated without a query of its own.
do $$ begin
  -- What a function answers cannot be replaced; dropped only where it answers less, as other servers may be using it.
  if pg_get_function_result(to_regprocedure('edulab_enter(text, integer, text)')) not like '%proved%' then
    drop function edulab_enter(text, integer, text);
  end if;
end $$;
create or replace function edulab_enter(token text, wish integer, call text)
  returns table (account_id integer, session_id integer, institution_id integer, refused boolean, proved boolean, access_version bigint, required_actions text[], locale text, education_form integer, timezone text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare told text;
begin
  select a.id, x.id, r.institution_id, wish is not null and r.institution_id is distinct from wish, x.proved_at > edulab_now() - interval '10 minutes', c.last_value, a.required_actions, a.locale, a.selected_education_form, h.timezone
    into account_id, session_id, institution_id, refused, proved, access_version, required_actions, locale, education_form, timezone
    from access_changes c
    left join (sessions x join accounts a on a.id = x.account_id and a.active and a.deleted_at is null)
      on x.token_hash = token and x.revoked_at is null and x.expires_at > edulab_now()
    left join lateral (
      select i.institution_id from account_roles i where i.account_id = a.id
       order by (i.institution_id = wish) desc nulls last, (i.institution_id = a.selected_institution) desc nulls last, i.institution_id limit 1) r on true
    left join institutions h on h.id = r.institution_id;
  if account_id is null then
    -- Somebody without a session sees what the first institution shows to everybody, unless they name another.
    institution_id := coalesce(wish, 1);
    refused := false;
    proved := false;
    required_actions := '{}';
  end if;
  told := set_config('edulab.institution', coalesce(institution_id::text, ''), true);
  told := set_config('edulab.zone', coalesce(timezone, ''), true);
  told := set_config('edulab.account', coalesce(account_id::text, ''), true);
  told := set_config('edulab.call', call, true);
  return next;
end $$;

create or replace function edulab_touch() returns trigger language plpgsql as $$
begin new.version := old.version + 1; new.updated_at := edulab_now(); return new; end $$;
create or replace function edulab_touch_version() returns trigger language plpgsql as $$
begin new.version := old.version + 1; return new; end $$;

-- Writes who changed what. Secrets are named, never shown. Bulk loads by the owner switch it off for their transaction.
create or replace function edulab_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare before jsonb; after jsonb; was jsonb; became jsonb; hidden constant text[] := array['password_hash', 'secret_hash'];
begin
  if current_setting('edulab.audit', true) = 'off' then return null; end if;
  if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then after := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, after -> o.key) into was, became
      from jsonb_each(before) o
     where o.value is distinct from after -> o.key and o.key not in ('version', 'updated_at', 'search');
    if was is null then return null; end if;
  else
    was := before - 'search'; became := after - 'search';
  end if;
  for i in 1 .. array_length(hidden, 1) loop
    if was ? hidden[i] then was := was || jsonb_build_object(hidden[i], '•••'); end if;
    if became ? hidden[i] then became := became || jsonb_build_object(hidden[i], '•••'); end if;
  end loop;
  insert into audit_log (institution_id, account_id, call, table_name, row_id, operation, old, new)
  values (coalesce((coalesce(after, before) ->> 'institution_id')::integer, edulab_institution()), edulab_account(), nullif(current_setting('edulab.call', true), ''),
          tg_table_name, (coalesce(after, before) ->> 'id')::integer, tg_op, was, became);
  return null;
end $$;

-- Versions of what people were shown. A row whose status is one of the named keeps everything but the columns that are
-- named after it, and is never removed; whoever owns the database included. The first argument names the breach.
create or replace function edulab_frozen() returns trigger language plpgsql as $$
declare free constant text[] := string_to_array(tg_argv[2], ',') || array['version', 'updated_at'];
begin
  if to_jsonb(old) ->> 'status' = any (string_to_array(tg_argv[1], ','))
     and (tg_op = 'DELETE' or to_jsonb(new) - free is distinct from to_jsonb(old) - free) then
    raise exception '% % holds and is not changed', tg_table_name, old.id using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
-- The same of rows that are parts of such a version: arguments say its table and the column that names it.
create or replace function edulab_frozen_part() returns trigger language plpgsql as $$
declare whole integer; held boolean;
begin
  for whole in select distinct (r ->> tg_argv[3])::integer from unnest(array[case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end]) r where r is not null loop
    execute format('select status = any ($2) from %I where id = $1', tg_argv[2]) into held using whole, string_to_array(tg_argv[1], ',');
    if held then
      raise exception '% % holds and is not changed', tg_argv[2], whole using errcode = 'check_violation', constraint = tg_argv[0];
    end if;
  end loop;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- Numbers every change of a table outside transactions and locks: lists keep their totals until it moves.
create or replace function edulab_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin perform nextval(tg_argv[0]::regclass); return null; end $$;

-- The guards of one table, by its columns; what a domain wants of it besides follows in the same transaction (guards.ts).
create or replace function edulab_guard(guarded text) returns void language plpgsql as $$
declare
  has_institution constant boolean := exists (select 1 from pg_attribute where attrelid = to_regclass(quote_ident(guarded)) and attname = 'institution_id' and not attisdropped);
  has_version constant boolean := exists (select 1 from pg_attribute where attrelid = to_regclass(quote_ident(guarded)) and attname = 'version' and not attisdropped);
  has_updated constant boolean := exists (select 1 from pg_attribute where attrelid = to_regclass(quote_ident(guarded)) and attname = 'updated_at' and not attisdropped);
begin
  -- Locked before anything is written about it: PostgreSQL's own tidying, which holds a table while it writes what it
  -- found, would wait for what is written here, and this for the table.
  execute format('lock table %I in %s mode', guarded, case when has_institution then 'access exclusive' else 'share row exclusive' end);
  execute format('grant select, insert, update, delete on %I to edulab_app', guarded);
  if has_institution and guarded not in ('account_roles', 'audit_log', 'security_events') then
    execute format('alter table %I enable row level security', guarded);
    execute format('drop policy if exists of_institution on %I', guarded);
    execute format('create policy of_institution on %I using (institution_id = (select edulab_institution())) with check (institution_id = (select edulab_institution()))', guarded);
  end if;
  if has_version then
    execute format('create or replace trigger b_touch before update on %I for each row execute function %I()', guarded,
                   case when has_updated then 'edulab_touch' else 'edulab_touch_version' end);
    if guarded not in ('jobs', 'files') then
      execute format('create or replace trigger z_audit after insert or update or delete on %I for each row execute function edulab_audit()', guarded);
    end if;
  end if;
  if has_institution or has_version then
    execute format('create sequence if not exists %I', guarded || '_changes');
    execute format('grant usage, select on sequence %I to edulab_app', guarded || '_changes');
    execute format('create or replace trigger z_changed after insert or update or delete or truncate on %I for each statement execute function edulab_changed(%L)', guarded, guarded || '_changes');
  end if;
end $$;
grant usage, select on all sequences in schema public to edulab_app;

create or replace trigger z_access after insert or update or delete on roles for each statement execute function edulab_access_changed();
create or replace trigger z_access after insert or update or delete on role_permissions for each statement execute function edulab_access_changed();
create or replace trigger z_access after insert or update or delete on account_roles for each statement execute function edulab_access_changed();
create or replace trigger z_access after insert or update on institutions for each statement execute function edulab_access_changed();

-- The history can be read inside the institution and added to by the trigger alone.
revoke insert, update, delete on audit_log from edulab_app;
alter table audit_log enable row level security;
drop policy if exists of_institution on audit_log;
create policy of_institution on audit_log for select using (institution_id = (select edulab_institution()) or (institution_id is null and account_id = (select edulab_account())));
revoke update, delete on status_history from edulab_app;

-- Here stand the codes and links that are on their way. Calls put them there; only who sends them, the owner, reads them.
revoke select, update, delete on outbox_deliveries from edulab_app;

-- The owner alone works at night, and remembers it.
revoke all on nightly_runs from edulab_app;

-- The security log is added to by every call, read inside the institution, and altered by the owner alone. What is known
-- of nobody (a wrong name at the door) belongs to no institution and is shown in each.
-- A refusal that repeats within a minute is counted in its row instead; that alone is changed, and only upwards.
create or replace function edulab_note_refusal(institution integer, account integer, session integer, place text, sort text, call text, told jsonb)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'refusal', account, place, sort, call, told), 0));
  update security_events e set times = e.times + 1
   where e.id = (select x.id from security_events x
                  where x.address = place and x.at > edulab_clock() - interval '1 minute' and x.outcome = 'REFUSED'
                    and x.account_id is not distinct from account and x.kind = sort and x.what = call and x.details = told
                  order by x.at desc limit 1);
  if found then return; end if;
  insert into security_events (institution_id, account_id, session_id, address, kind, outcome, what, details)
  values (coalesce(institution, (select min(r.institution_id) from account_roles r where r.account_id = account)),
          account, session, place, sort, 'REFUSED', call, told);
end $$;
revoke update, delete on security_events from edulab_app;
alter table security_events enable row level security;
drop policy if exists added on security_events;
create policy added on security_events for insert with check (true);
drop policy if exists of_institution on security_events;
create policy of_institution on security_events for select using (institution_id is null or institution_id = (select edulab_institution()));
