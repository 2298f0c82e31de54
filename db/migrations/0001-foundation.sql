-- Foundation: extensions, the caller of a transaction, and the functions that protect a table.
-- The migrator replaces :app and :platform by the two restricted login roles (server/db/migrate.ts).

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;

-- Caller of the transaction -------------------------------------------------------------------------------------------

-- STABLE, never IMMUTABLE: a cached plan must not keep the first tenant.
create function app_agency() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.agency', true), '')::uuid $$;
create function app_agent() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.agent', true), '')::uuid $$;
create function app_customer() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.customer', true), '')::uuid $$;
create function app_user() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

-- True for a caller who sees the whole agency, so neither on an agent's path nor on a customer's.
create function app_whole() returns boolean language sql stable parallel safe
  as $$ select app_customer() is null and app_agent() is null $$;

-- Row security --------------------------------------------------------------------------------------------------------

-- The application connects as :app, which owns nothing and cannot bypass a policy; :platform serves sign-in, platform
-- staff and jobs. PostgreSQL applies the policy of each table in a statement, so a policy uses only two constants (the
-- agency, and whether the caller sees all of it) and adds no plan node. The rows of agents and customers are checked by
-- functions that the planner cannot inline. Avoid `x is null or y`: the planner estimates it at one row in two hundred,
-- and then sorts a page instead of walking an index.

-- A table of the platform: row security, and access for :platform only. The caller adds other grants and policies.
-- Under FORCE even the owner of the tables obeys the policies (a managed server has no superuser). So a migration that
-- reads or rewrites rows does nothing unless it lifts FORCE first: `alter table … no force row level security`, then
-- `force` again; server/db/upgrade.test.ts has an example.
create function platform_table(p_table text) returns void language plpgsql as $$
  begin
    execute format('alter table %I enable row level security', p_table);
    execute format('alter table %I force row level security', p_table);
    execute format('grant select, insert, update, delete on %I to :platform', p_table);
    execute format('create policy platform on %I to :platform using (true) with check (true)', p_table);
  end $$;

-- Condition on the rows of the transaction's agency. A caller who sees the whole agency gets all of them; agents and
-- customers on their own paths get the rows that `own` accepts. `own` is null (none), 'true' (all), a condition, or
-- more branches of the case (`when … then … else …`).
create function agency_condition(own text) returns text language sql immutable as $$
  select 'agency_id = (select app_agency())' || case
    when own is null then ' and (select app_whole())'
    when own = 'true' then ''
    else ' and case when (select app_whole()) then true ' || case when own like 'when %' then own else 'else ' || own end || ' end' end $$;

-- A table of agencies, whose primary key begins with agency_id. Callers who see the whole agency read and write its
-- rows. Agents and customers on their own paths may do what `reads`, `writes` and `removes` allow (see
-- agency_condition): nothing by default. For a delete PostgreSQL only checks that the row is visible, so removal has a
-- separate policy.
--   create table badges (agency_id uuid not null references agencies (id) on delete cascade, id uuid not null, …);
--   select agency_table('badges', reads => 'app_customer() is null and agent_id = app_agent()');
create function agency_table(
  p_table text, reads text default null, writes text default null, removes text default null,
  grants text default 'select, insert, update, delete'
) returns void language plpgsql as $$
  begin
    if not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = p_table::regclass and i.indisprimary and a.attname = 'agency_id') then
      raise exception 'the primary key of % must begin with agency_id', p_table;
    end if;
    perform platform_table(p_table);
    execute format('grant %s on %I to :app', grants, p_table);
    execute format('create policy agency on %I to :app using (%s) with check (%s)', p_table, agency_condition(reads), agency_condition(writes));
    execute format('create policy removal on %I as restrictive for delete to :app using (%s)', p_table, agency_condition(removes));
    -- A caller who sees a row also sees its files (0005-files.sql).
    if exists (select from pg_constraint where contype = 'f' and conrelid = p_table::regclass and confrelid = to_regclass('files')) then
      call app_hold_files();
    end if;
  end $$;

revoke execute on function platform_table(text), agency_condition(text), agency_table(text, text, text, text, text) from public;

-- Rich text -----------------------------------------------------------------------------------------------------------

-- Plain text of rich text that the server has accepted (same as core/kernel/html.ts; a test compares the two).
create function html_text(html text) returns text language sql immutable parallel safe
  as $$ select trim(regexp_replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html, '</?(strong|em|u|s|a|b|i|span)(\s[^<>]*)?>', '', 'gi'), '<[^<>]*(>|$)', ' ', 'g'),
      '&nbsp;', ' '), chr(160), ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'), '\s+', ' ', 'g')) $$;

-- Excerpt of rich text for tables: a list must not send long texts. Still HTML, one character longer than the text
-- shown.
create function html_preview(html text) returns text language sql immutable parallel safe
  as $$ select replace(replace(replace(left(html_text(left(html, 8000)), 145), '&', '&amp;'), '<', '&lt;'), '>', '&gt;') $$;
