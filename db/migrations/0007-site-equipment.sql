-- Sites in full: the events they log, the report they ask for, their equipment, and addresses found by what is known.

alter table sites add intervention_report_template text not null default 'STANDARD'
  check (intervention_report_template in ('STANDARD', 'DETAILED', 'PHOTOS'));

-- The types of events of a site that does not take the agency's.
create table site_event_types (
  agency_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  rank integer not null default 0,
  label text not null,
  category text not null default 'OBSERVATION'
    check (category in ('INCIDENT', 'CONTROL', 'PRESENCE', 'LOGISTIC', 'CARE', 'DELIVERY', 'OBSERVATION')),
  customer_show boolean not null default false,
  active boolean not null default true,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_event_types_of on site_event_types (agency_id, site_id, rank);

-- Simplified stock: what stands on the site, in its order.
create table site_items (
  agency_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  rank integer not null default 0,
  name text not null,
  quantity integer not null default 1 check (quantity >= 0),
  reference text,
  expiry date,
  comment text,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_items_of on site_items (agency_id, site_id, rank);

do $$
declare
  t text;
begin
  foreach t in array array['site_event_types', 'site_items'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :app, :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
  end loop;
end $$;

-- Agents log with the types of their site; only the agency chooses them.
create policy agency on site_event_types to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_customer() is null and app_site_opens(site_id, null) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on site_items to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_site_opens(site_id, 'readItems') end)
  with check (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_agent() is null and app_site_opens(site_id, 'readItems') end);

create policy removal on site_event_types as restrictive for delete to :app
  using (agency_id = (select app_agency()) and (select app_whole()));
create policy removal on site_items as restrictive for delete to :app
  using (agency_id = (select app_agency()) and (select app_agent()) is null);

-- Addresses known to the agency, offered while one is typed. They are searched apart from the names of their records,
-- so that the first few found are addresses, not « Résidence de la Gare » in another town.
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
revoke execute on function search_address() from public;

create trigger sites_address after insert or delete or update of street, zipcode, city on sites
  for each row execute function search_address('site');
create trigger customers_address after insert or delete or update of street, zipcode, city on customers
  for each row execute function search_address('customer');

insert into search (agency_id, entity, id, words)
  select agency_id, 'address:site', id, search_words_of(concat_ws(' ', street, zipcode, city)) from sites where coalesce(street, zipcode, city) is not null
  union all
  select agency_id, 'address:customer', id, search_words_of(concat_ws(' ', street, zipcode, city)) from customers where coalesce(street, zipcode, city) is not null;

-- As search_ids, but no more than asked for: of a common word the first are enough.
create function search_some(p_entity text, p_query text, p_most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$ begin
    return query execute 'select id from search where agency_id = $1 and entity = $2' || search_condition(p_query) || ' limit $3'
      using app_agency(), p_entity, p_most;
  end $$;
revoke execute on function search_some(text, text, integer) from public;
grant execute on function search_some(text, text, integer) to :app, :platform;

-- Whether an address holds every word asked for.
create function address_holds(p_query text, p_street text, p_zipcode text, p_city text) returns boolean language sql stable parallel safe
  as $$ select bool_and(position(word in search_words_of(concat_ws(' ', p_street, p_zipcode, p_city))) > 0)
    from regexp_split_to_table(trim(search_words_of(p_query)), '\s+') word $$;

-- What is near: positions are compared by latitude first, which an index reaches under a policy.
create index sites_by_place on sites (agency_id, latitude, longitude) where latitude is not null;
create index customers_by_place on customers (agency_id, latitude, longitude) where latitude is not null;
