-- What every saved record needs: history, frozen states, notification of live screens, and text search.

-- History -------------------------------------------------------------------------------------------------------------

create table audit (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  at timestamptz not null default now(),
  -- Names are copied: history outlives accounts.
  user_id uuid,
  author text,
  acting_for text,
  entity text not null,
  entity_id uuid not null,
  action text not null,
  changes jsonb not null default '{}',
  -- The reason, for actions that require one.
  reason text,
  primary key (agency_id, id)
);
create index audit_of on audit (agency_id, entity, entity_id, at desc);
-- The records a user changed last (home screen).
create index audit_by_user on audit (agency_id, user_id, at desc);
-- The nightly retention removes the oldest lines of all agencies.
create index audit_by_age on audit (at);

-- Insert only; customers and agents on their own paths do not read it.
select platform_table('audit');
grant select, insert on audit to :app;
create policy agency on audit for select to :app using (agency_id = (select app_agency()) and (select app_whole()));
create policy writes on audit for insert to :app with check (agency_id = (select app_agency()));

-- Frozen states -------------------------------------------------------------------------------------------------------

-- The database also refuses changes to frozen fields (decision 85), from any writer, unless the transaction declares a
-- correction. The declarations in core list the fields; server/db/frozen.test.ts compares them with the triggers.
create function app_correction() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.correction', true), '') <> '' $$;

-- One message for both triggers: the server normally refuses first, field by field.
create function refuse_frozen_write() returns void language plpgsql as $$
begin
  raise exception using errcode = 'VF409', message = 'Cette fiche est figée : seule une correction, avec un motif, la modifie.';
end $$;

-- Arguments: the columns that stay writable; a new column is frozen unless it is listed.
create function refuse_frozen() returns trigger language plpgsql as $$
begin
  -- Depth above 1: caused by a change of another table (a foreign key, a publication).
  if not app_correction() and pg_trigger_depth() = 1 and to_jsonb(new) - tg_argv[0:] is distinct from to_jsonb(old) - tg_argv[0:] then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;

-- Rows of a frozen record's list. Arguments: the record's table, the column that references it, and the condition on
-- the record (p) that freezes the list.
create function refuse_frozen_lines() returns trigger language plpgsql as $$
declare
  touched text := format('select agency_id, %I as id from lines', tg_argv[1]);
  frozen boolean;
begin
  if app_correction() or pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    touched := touched || format(' union select agency_id, %I from past', tg_argv[1]);
  end if;
  execute format('select exists (select from (%s) l join %I p on p.agency_id = l.agency_id and p.id = l.id where %s)', touched, tg_argv[0], tg_argv[2])
    into frozen;
  if frozen then
    perform refuse_frozen_write();
  end if;
  return null;
end $$;

-- Statement triggers: one query for all rows of an import.
create function freeze_lines(list regclass, record regclass, of_record text, condition text) returns void language plpgsql as $$
begin
  execute format('create trigger frozen_put after insert on %s referencing new table as lines for each statement execute function refuse_frozen_lines(%L, %L, %L)', list, record, of_record, condition);
  execute format('create trigger frozen_taken after delete on %s referencing old table as lines for each statement execute function refuse_frozen_lines(%L, %L, %L)', list, record, of_record, condition);
  execute format('create trigger frozen_changed after update on %s referencing old table as past new table as lines for each statement execute function refuse_frozen_lines(%L, %L, %L)', list, record, of_record, condition);
end $$;

-- Filters p_ids: keeps the ids that a record of this entity uses, or used before it was removed. It must work on every
-- path, also where the caller cannot read the history, so it runs as the owner, who is under the forced policies too.
create policy ids_used on audit for select to current_user using (agency_id = (select app_agency()));
create function ids_used(p_entity text, p_ids uuid[]) returns setof uuid
  language sql stable security definer rows 1 set search_path = public, pg_temp
  as $$ select distinct entity_id from audit where agency_id = app_agency() and entity = p_entity and entity_id = any (p_ids) $$;

-- Live screens --------------------------------------------------------------------------------------------------------

-- Each write adds an audit line, so this trigger notifies live screens: at commit, and never for a rollback. It sends
-- ids only; each process passes them on only to users who may list the entity.
create function announce_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', agency_id || ' ' || entity || ' ' || case when count(*) > 50 then '*' else string_agg(entity_id::text, ',') end)
    from (select distinct agency_id, entity, entity_id from lines) announced
    group by agency_id, entity;
  return null;
end $$;
create trigger audit_announced after insert on audit referencing new table as lines for each statement execute function announce_changes();

-- Text search ---------------------------------------------------------------------------------------------------------

-- Under a policy `like` never uses an index, so only the functions below read this table. They run as its owner: it is
-- the one table whose owner is not under its policies.
create table search (
  agency_id uuid not null references agencies (id) on delete cascade,
  entity text not null,
  id uuid not null,
  words text not null,
  primary key (agency_id, entity, id)
);
create index search_words on search using gin (agency_id, entity, words gin_trgm_ops);
select platform_table('search');
alter table search no force row level security;

create function search_words_of(input text) returns text language sql stable parallel safe
  as $$ select lower(unaccent(coalesce(input, ''))) $$;

create function search_put(p_entity text, p_id uuid, p_words text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into search (agency_id, entity, id, words) values (app_agency(), p_entity, p_id, search_words_of(p_words))
    on conflict (agency_id, entity, id) do update set words = excluded.words
  $$;

-- Many rows at once. Ids of another agency find nothing, because the lookup filters by agency.
create function search_put_all(p_entity text, p_ids uuid[], p_words text[]) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into search (agency_id, entity, id, words)
    select app_agency(), p_entity, g.id, search_words_of(g.words) from unnest(p_ids, p_words) g (id, words)
    on conflict (agency_id, entity, id) do update set words = excluded.words
  $$;

create function search_drop(p_entity text, p_id uuid) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from search where agency_id = app_agency() and entity = p_entity and id = p_id $$;

-- SQL condition: the text contains every search word. The lists and the palette share it.
create function search_condition(p_query text) returns text language plpgsql stable parallel safe
  as $$
  declare
    condition text := '';
    word text;
  begin
    foreach word in array (regexp_split_to_array(trim(search_words_of(p_query)), '\s+'))[1:8] loop
      condition := condition || format(' and words like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end loop;
    return condition;
  end $$;

-- Ids of the transaction's agency whose text contains every search word. The policies of the table in which the ids are
-- looked up decide which of them the caller sees.
create function search_ids(p_entity text, p_query text) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$ begin
    return query execute 'select id from search where agency_id = $1 and entity = $2' || search_condition(p_query)
      using app_agency(), p_entity;
  end $$;

-- Like search_ids, with a limit: for a common word the first results are enough.
create function search_some(p_entity text, p_query text, p_most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$ begin
    return query execute 'select id from search where agency_id = $1 and entity = $2' || search_condition(p_query) || ' limit $3'
      using app_agency(), p_entity, p_most;
  end $$;

-- Best first: the title begins with the search text (0), a word does (1), the rest (2). The text of a record begins
-- with its title. `p_most` avoids sorting thousands of rows; only callers who see the whole agency may use it, since
-- the policies of the records are not applied yet.
create function search_best(p_entity text, p_query text, p_most integer) returns table (id uuid, rank integer)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$ begin
    return query execute
      'select id, case when starts_with(words, $3) then 0 when strpos(words, '' '' || $3) > 0 then 1 else 2 end
        from search where agency_id = $1 and entity = $2' || search_condition(p_query) || ' order by 2, words limit $4'
      using app_agency(), p_entity, trim(search_words_of(p_query)), p_most;
  end $$;

-- Addresses known to the agency, suggested while a user types an address. They are searched separately from the names
-- of their records, so that the first results are addresses, not « Résidence de la Gare » in another town. The
-- trigger's argument is the entity.
create function search_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    kind text := 'address:' || tg_argv[0];
  begin
    if tg_op = 'DELETE' then
      delete from search where agency_id = old.agency_id and entity = kind and id = old.id;
    elsif coalesce(new.street, new.zipcode, new.city) is null then
      delete from search where agency_id = new.agency_id and entity = kind and id = new.id;
    else
      insert into search (agency_id, entity, id, words)
        values (new.agency_id, kind, new.id, search_words_of(concat_ws(' ', new.street, new.zipcode, new.city)))
        on conflict (agency_id, entity, id) do update set words = excluded.words;
    end if;
    return null;
  end $$;

-- True if the text contains every search word.
create function text_holds(p_query text, p_text text) returns boolean language sql stable parallel safe
  as $$ select bool_and(position(word in search_words_of(p_text)) > 0)
    from regexp_split_to_table(trim(search_words_of(p_query)), '\s+') word $$;

create function address_holds(p_query text, p_street text, p_zipcode text, p_city text) returns boolean language sql stable parallel safe
  as $$ select text_holds(p_query, concat_ws(' ', p_street, p_zipcode, p_city)) $$;

revoke execute on function search_put(text, uuid, text), search_put_all(text, uuid[], text[]), search_drop(text, uuid),
  search_condition(text), search_ids(text, text), search_some(text, text, integer), search_best(text, text, integer),
  search_address() from public;
grant execute on function search_put(text, uuid, text), search_put_all(text, uuid[], text[]), search_drop(text, uuid),
  search_ids(text, text), search_some(text, text, integer), search_best(text, text, integer) to :app, :platform;
