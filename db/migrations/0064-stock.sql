-- Stock: references with what is left of them, assignments to agents and sites, actions with their due dates.

create table stock_references (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  title text not null,
  reference text,
  types text[] not null default '{}',
  description text,
  status integer not null default 100 check (status in (100, 200)),
  -- What is left to hand out (decision 63). Only movements change it, and an inventory, which becomes a movement.
  quantity integer not null default 0 check (quantity >= 0),
  low_stock_level integer check (low_stock_level >= 0),
  purchase_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id)
);
create index stock_references_by_title on stock_references (agency_id, title collate "fr-x-icu", id);
select unique_in_agency('stock_references', 'reference');

create table stock_assignments (
  agency_id uuid not null,
  id uuid not null,
  stock_reference_id uuid not null,
  -- Both: the agent holds them for that site. None: its holder was erased.
  agent_id uuid,
  site_id uuid,
  quantity integer not null check (quantity > 0),
  quantity_returned integer not null default 0 check (quantity_returned >= 0),
  quantity_lost integer not null default 0 check (quantity_lost >= 0),
  status integer not null default 100 check (status in (100, 200, 300)),
  assignment_date date not null,
  restitution_date date,
  restituted_at date,
  comment text,
  -- What it adds to the stock: lost pieces never come back.
  moved integer not null generated always as (quantity_returned - quantity) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint stock_assignments_returned_check check (quantity_returned + quantity_lost <= quantity),
  foreign key (agency_id, stock_reference_id) references stock_references (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete set null (agent_id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete set null (site_id)
);
create index stock_assignments_of on stock_assignments (agency_id, stock_reference_id, assignment_date desc);
create index stock_assignments_agent on stock_assignments (agency_id, agent_id) where agent_id is not null;
create index stock_assignments_site on stock_assignments (agency_id, site_id) where site_id is not null;
create index stock_assignments_by_day on stock_assignments (agency_id, assignment_date, id);

create table stock_actions (
  agency_id uuid not null,
  id uuid not null,
  stock_reference_id uuid not null,
  action integer not null default 100 check (action in (100, 200, 300)),
  quantity integer not null default 1 check (quantity > 0),
  date date not null,
  site_id uuid,
  comment text,
  effective_date date,
  status integer not null default 100 check (status in (100, 300)),
  moved integer not null generated always as (case action when 100 then quantity when 200 then -quantity else 0 end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, stock_reference_id) references stock_references (agency_id, id) on delete cascade,
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete set null (site_id)
);
create index stock_actions_of on stock_actions (agency_id, stock_reference_id, date desc);
create index stock_actions_site on stock_actions (agency_id, site_id) where site_id is not null;
create index stock_actions_by_day on stock_actions (agency_id, date, id);
create index stock_actions_due on stock_actions (agency_id, effective_date) where effective_date is not null and status = 100;

-- A customer sees what is on his sites now, and what was checked there; not what the agency has elsewhere.
select agency_table('stock_assignments', reads => 'when (select app_customer()) is not null then status <> 300 and site_id in (select app_customer_sites()) else false');
select agency_table('stock_actions', reads => 'when (select app_customer()) is not null then site_id in (select app_customer_sites()) else false');
select agency_table('stock_references', reads => 'when (select app_customer()) is not null then
  id in (select a.stock_reference_id from stock_assignments a where a.agency_id = (select app_agency())
    union select a.stock_reference_id from stock_actions a where a.agency_id = (select app_agency())) else false');

-- What is due: those with a date that nobody has settled (T-026).
create view stock_due with (security_invoker = true) as select * from stock_actions where effective_date is not null and status = 100;
grant select on stock_due to :platform, :app;

-- Quantities ----------------------------------------------------------------------------------------------------------

-- The quantity follows its movements in the same statement: the row of the reference is locked until the transaction
-- ends, so that two parallel ones cannot take more than there is, and its check refuses less than nothing. Depth above
-- 1: the reference itself is removed, or the row notes an inventory.
create function move_stock() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op = 'INSERT' then
    update stock_references r set quantity = r.quantity + m.moved, version = r.version + 1, updated_at = now()
      from (select agency_id, stock_reference_id as id, sum(moved) as moved from now_rows group by 1, 2 having sum(moved) <> 0) m
      where r.agency_id = m.agency_id and r.id = m.id;
  elsif tg_op = 'DELETE' then
    update stock_references r set quantity = r.quantity - m.moved, version = r.version + 1, updated_at = now()
      from (select agency_id, stock_reference_id as id, sum(moved) as moved from past_rows group by 1, 2 having sum(moved) <> 0) m
      where r.agency_id = m.agency_id and r.id = m.id;
  else
    update stock_references r set quantity = r.quantity + m.moved, version = r.version + 1, updated_at = now()
      from (select agency_id, id, sum(moved) as moved from (
          select agency_id, stock_reference_id as id, moved from now_rows
          union all select agency_id, stock_reference_id, -moved from past_rows) b group by 1, 2 having sum(moved) <> 0) m
      where r.agency_id = m.agency_id and r.id = m.id;
  end if;
  return null;
end $$;

create function moves_stock(moving regclass) returns void language plpgsql as $$
begin
  execute format('create trigger stock_put after insert on %s referencing new table as now_rows for each statement execute function move_stock()', moving);
  execute format('create trigger stock_taken after delete on %s referencing old table as past_rows for each statement execute function move_stock()', moving);
  execute format('create trigger stock_changed after update on %s referencing old table as past_rows new table as now_rows for each statement execute function move_stock()', moving);
end $$;
revoke execute on function moves_stock(regclass) from public;
select moves_stock(t) from unnest(array['stock_assignments', 'stock_actions']::regclass[]) t;

-- A quantity that a person writes is an inventory: the movement that explains it is noted.
create function note_inventory() returns trigger language plpgsql as $$
declare
  difference constant integer := new.quantity - case when tg_op = 'UPDATE' then old.quantity else 0 end;
begin
  if pg_trigger_depth() > 1 or difference = 0 then
    return null;
  end if;
  insert into stock_actions (agency_id, id, stock_reference_id, action, quantity, date, comment)
    values (new.agency_id, gen_random_uuid(), new.id, case when difference > 0 then 100 else 200 end, abs(difference), app_today(),
      case when tg_op = 'INSERT' then 'Stock initial' else 'Inventaire' end);
  return null;
end $$;
create trigger inventory after insert or update of quantity on stock_references for each row execute function note_inventory();

-- Its status follows what came back. One with a restitution happened: it is not removed.
create function count_restitution() returns trigger language plpgsql as $$
begin
  new.status := case new.quantity - new.quantity_returned - new.quantity_lost when 0 then 300 when new.quantity then 100 else 200 end;
  return new;
end $$;
create trigger restitution before insert or update on stock_assignments for each row execute function count_restitution();

create function keep_restituted() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 and app_agency() is not null then
    perform refuse_frozen_write();
  end if;
  return old;
end $$;
create trigger kept before delete on stock_assignments for each row when (old.quantity_returned + old.quantity_lost > 0)
  execute function keep_restituted();
