-- A tour passes the sites of several customers: each reads the rounds on his own alone, of the services that he was told of.
-- The line of a service bears the site of its round: asked of the rounds, whose policy asks the lines, it would never end.
alter table service_rounds no force row level security;
alter table rounds no force row level security;
alter table rounds add constraint rounds_site_key unique (agency_id, id, site_id);
alter table service_rounds add column site_id uuid, drop constraint service_rounds_round_fkey;
drop index service_rounds_round;
update service_rounds l set site_id = r.site_id from rounds r where r.agency_id = l.agency_id and r.id = l.round_id;
-- In full: a line without a site is refused as one without a round is. A round that moves takes them along.
alter table service_rounds add constraint service_rounds_round_fkey
  foreign key (agency_id, round_id, site_id) references rounds (agency_id, id, site_id) match full on update cascade;
create index service_rounds_round on service_rounds (agency_id, round_id, site_id);
alter table rounds force row level security;
alter table service_rounds force row level security;

create function round_of_service() returns trigger language plpgsql as $$
begin
  select r.site_id into new.site_id from rounds r where r.agency_id = new.agency_id and r.id = new.round_id;
  return new;
end $$;
create trigger round_of_service before insert or update of round_id on service_rounds for each row execute function round_of_service();

drop policy customer on service_rounds;
create policy customer on service_rounds for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites()) and app_service_seen(service_id));
drop policy customer on rounds;
create policy customer on rounds for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites())
    and exists (select from service_rounds r where r.agency_id = rounds.agency_id and r.round_id = rounds.id));
drop policy customer on checkpoints;
create policy customer on checkpoints for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and site_id in (select app_customer_sites())
    and exists (select from round_checkpoints l where l.agency_id = checkpoints.agency_id and l.checkpoint_id = checkpoints.id));
