-- The ledger of marks. Every statement that writes marks adds its events here by a trigger, so nobody can forget it; the
-- rows of a module form a chain of hashes, so nobody can change it unseen.

-- Everything in an event but its hashes, as JSON with sorted keys: what is hashed, and what an export holds.
create or replace function edulab_mark_event_text(e mark_events) returns text language sql stable parallel safe as $$
  select '{"actor":' || coalesce(e.actor::text, 'null')
    -- Only where there is one: events of before it was kept read as they did.
    || coalesce(',"admitted":' || e.admitted::text, '')
    || ',"at":"' || to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || '","attempt":' || e.attempt || ',"component":' || e.component_id || ',"institution":' || e.institution_id
    || ',"kind":"' || e.kind || '","mark":' || e.mark_id || ',"module":' || e.course_module_id
    || ',"new_special":' || coalesce('"' || e.new_special || '"', 'null')
    || ',"new_status":' || coalesce('"' || e.new_status || '"', 'null')
    || ',"new_value":' || coalesce(e.new_value::text, 'null')
    || ',"old_special":' || coalesce('"' || e.old_special || '"', 'null')
    || ',"old_status":' || coalesce('"' || e.old_status || '"', 'null')
    || ',"old_value":' || coalesce(e.old_value::text, 'null')
    || ',"reason":' || coalesce(to_json(e.reason)::text, 'null') || ',"seq":' || e.seq || ',"student":' || e.student_id || '}'
$$;

create or replace function edulab_ledger_start(module integer) returns bytea language sql immutable parallel safe
  as $$ select sha256(convert_to('edulab ledger 1, course module ' || module, 'UTF8')) $$;

-- Adds events to the chains of their modules, in the order of the array, which holds the events of a module one after the
-- other; `seq`, `previous` and `hash` in it do not count.
create or replace function edulab_ledger_write(events mark_events[]) returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare modules integer[]; locked integer;
begin
  if events is null then return; end if;
  select array_agg(distinct e.course_module_id) into modules from unnest(events) e;
  perform from ledger_heads where course_module_id = any(modules) order by course_module_id for update;
  get diagnostics locked = row_count;
  if locked < cardinality(modules) then
    insert into ledger_heads (course_module_id, institution_id, seq, hash, at)
    select distinct on (e.course_module_id) e.course_module_id, e.institution_id, 0, edulab_ledger_start(e.course_module_id), e.at
      from unnest(events) e order by e.course_module_id
    on conflict do nothing;
    perform from ledger_heads where course_module_id = any(modules) order by course_module_id for update;
  end if;
  with came as materialized (
    select * from unnest(events) with ordinality as e (course_module_id, seq, institution_id, at, actor, kind, mark_id, component_id, student_id, attempt,
             old_value, old_special, old_status, new_value, new_special, new_status, reason, previous, hash, admitted, n)),
  head as materialized (
    select h.course_module_id, h.hash as start, h.seq - c.first + 1 as shift, h.seq + c.many as last
      from (select course_module_id, min(n)::integer as first, count(*)::integer as many from came group by 1) c
      join ledger_heads h on h.course_module_id = c.course_module_id),
  chained as (
    select e.*, e.n::integer + h.shift as place, h.start, h.last, edulab_chain(h.start, edulab_mark_event_text(row(e.course_module_id, e.n::integer + h.shift, e.institution_id, e.at, e.actor,
             e.kind, e.mark_id, e.component_id, e.student_id, e.attempt, e.old_value, e.old_special, e.old_status, e.new_value, e.new_special, e.new_status, e.reason, null, null, e.admitted)::mark_events))
             over one as linked
      from came e join head h on h.course_module_id = e.course_module_id
    window one as (partition by e.course_module_id order by e.n rows unbounded preceding)),
  written as (
    insert into mark_events (course_module_id, seq, institution_id, at, actor, kind, mark_id, component_id, student_id, attempt,
             old_value, old_special, old_status, new_value, new_special, new_status, reason, previous, hash, admitted)
    select c.course_module_id, c.place, c.institution_id, c.at, c.actor, c.kind, c.mark_id, c.component_id, c.student_id, c.attempt,
             c.old_value, c.old_special, c.old_status, c.new_value, c.new_special, c.new_status, c.reason,
             coalesce(lag(c.linked) over (partition by c.course_module_id order by c.n), c.start), c.linked, c.admitted
      from chained c
    returning course_module_id, seq, hash, at)
  update ledger_heads h set seq = w.seq, hash = w.hash, at = w.at
    from head join written w on w.course_module_id = head.course_module_id and w.seq = head.last
   where h.course_module_id = head.course_module_id;
end $$;
revoke all on function edulab_ledger_write(mark_events[]) from public;

-- What a change of a mark is called. `told` is what the application calls it, where the statuses do not say it.
create or replace function edulab_mark_event_kind(old_status text, new_status text, told text) returns text language sql immutable parallel safe as $$
  select case
    when old_status is null then coalesce(told, 'ENTERED')
    when new_status = 'NOT_MARKED' or old_status = 'NOT_MARKED' then coalesce(told, 'ENTERED')
    when old_status = new_status then coalesce(told, case when new_status in ('PUBLISHED', 'CONFIRMED', 'LOCKED') then 'AMENDED' else 'ENTERED' end)
    when old_status = 'DEFERRED' and new_status = 'DRAFT' then coalesce(told, 'RELEASED')
    when old_status in ('WITHHELD', 'DEFERRED') then 'RELEASED'
    when new_status in ('WITHHELD', 'DEFERRED', 'CONFIRMED', 'LOCKED') then new_status
    when new_status = 'MODERATED' then case when old_status = 'PUBLISHED' then 'UNPUBLISHED' else 'MODERATED' end
    when new_status = 'PUBLISHED' then 'PUBLISHED'
    when new_status = 'SUBMITTED' then case when old_status = 'DRAFT' then 'SUBMITTED' else 'SENT_BACK' end
    else 'SENT_BACK' end
$$;

-- `edulab.reason` says why, `edulab.mark_event` what it is called, and `edulab.admitted` which decisions let marks be that the
-- rules of admission refuse, by component, student and attempt. Bulk loads that rest the history write their own events.
create or replace function edulab_ledger_insert() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare moment constant timestamptz := edulab_clock(); who constant integer := edulab_account();
  called constant text := nullif(current_setting('edulab.mark_event', true), ''); why constant text := nullif(current_setting('edulab.reason', true), '');
  admitted constant jsonb := nullif(current_setting('edulab.admitted', true), '')::jsonb;
begin
  perform edulab_ledger_write((select array_agg(row(n.course_module_id, 0, n.institution_id, moment, who, edulab_mark_event_kind(null, n.status, called),
      n.id, n.component_id, n.student_id, n.attempt, null, null, null, n.value, n.special, n.status, why, null, null, admitted -> concat_ws(' ', n.component_id, n.student_id, n.attempt))::mark_events order by n.course_module_id, n.id)
    from after_rows n));
  return null;
end $$;
create or replace function edulab_ledger_update() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare moment constant timestamptz := edulab_clock(); who constant integer := edulab_account();
  called constant text := nullif(current_setting('edulab.mark_event', true), ''); why constant text := nullif(current_setting('edulab.reason', true), '');
  admitted constant jsonb := nullif(current_setting('edulab.admitted', true), '')::jsonb;
begin
  perform edulab_ledger_write((select array_agg(row(n.course_module_id, 0, n.institution_id, moment, who, edulab_mark_event_kind(o.status, n.status, called),
      n.id, n.component_id, n.student_id, n.attempt, o.value, o.special, o.status, n.value, n.special, n.status, why, null, null,
      case when (o.value, o.special) is distinct from (n.value, n.special) then admitted -> concat_ws(' ', n.component_id, n.student_id, n.attempt) end)::mark_events order by n.course_module_id, n.id)
    from after_rows n join before_rows o on o.id = n.id
   where (o.value, o.special, o.status) is distinct from (n.value, n.special, n.status)));
  return null;
end $$;
create or replace trigger x_ledger_insert after insert on marks referencing new table as after_rows for each statement execute function edulab_ledger_insert();
create or replace trigger x_ledger_update after update on marks referencing old table as before_rows new table as after_rows for each statement execute function edulab_ledger_update();

-- Which mark it is never changes, so that the ledger and the marks speak of the same.
create or replace function edulab_mark_stays() returns trigger language plpgsql as $$
begin
  if (old.id, old.institution_id, old.course_module_id, old.component_id, old.student_id, old.attempt)
     is distinct from (new.id, new.institution_id, new.course_module_id, new.component_id, new.student_id, new.attempt)
  then raise exception 'a mark stays with its student and component' using errcode = '42501'; end if;
  return new;
end $$;
create or replace trigger a_same before update of id, institution_id, course_module_id, component_id, student_id, attempt on marks
  for each row execute function edulab_mark_stays();

-- Brings marks into the ledger that were loaded while its triggers rested: one event each.
create or replace function edulab_ledger_adopt(called text, moment timestamptz) returns integer language plpgsql as $$
declare many integer := 0; block integer[];
begin
  -- Modules of some 20,000 marks at a time: one look at the ledger for each block, and no block too large to hold.
  for block in
    select array_agg(x.course_module_id) from (
      select m.course_module_id, sum(count(*)) over (order by m.course_module_id) / 20000 as n from marks m
       where not exists (select 1 from mark_events e where e.mark_id = m.id) group by 1) x
     group by floor(x.n) order by floor(x.n)
  loop
    perform edulab_ledger_write((select array_agg(row(m.course_module_id, 0, m.institution_id, moment, m.marked_by, called, m.id, m.component_id, m.student_id, m.attempt,
        null, null, null, m.value, m.special, m.status, null, null, null, null)::mark_events order by m.course_module_id, m.id)
      from marks m where m.course_module_id = any(block) and not exists (select 1 from mark_events e where e.mark_id = m.id)));
    many := many + cardinality(block);
  end loop;
  return many;
end $$;
revoke all on function edulab_ledger_adopt(text, timestamptz) from public;

-- The application adds signatures; nobody changes or removes anything. Not the owner either, who would have to switch
-- these triggers off first; that the chain then no longer fits is what verification finds.
revoke insert, update, delete on mark_events from edulab_app;
revoke insert, update, delete on ledger_heads from edulab_app;
revoke update, delete on ledger_signatures from edulab_app;
create or replace function edulab_ledger_stays() returns trigger language plpgsql as $$
begin raise exception 'the ledger is only added to' using errcode = '42501'; end $$;
create or replace trigger a_stays before update or delete or truncate on mark_events for each statement execute function edulab_ledger_stays();
create or replace trigger a_stays before update or delete or truncate on ledger_signatures for each statement execute function edulab_ledger_stays();
create or replace trigger a_stays before delete or truncate on ledger_heads for each statement execute function edulab_ledger_stays();
