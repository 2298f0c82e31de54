-- A customer reads the rounds of the services that he was told of (O-012), with the points they pass, and no other.
create policy customer on service_rounds for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and app_service_seen(service_id));
create policy customer on rounds for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null
    and exists (select from service_rounds r where r.agency_id = rounds.agency_id and r.round_id = rounds.id));
create policy customer on round_checkpoints for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null and app_round_seen(round_id));
create policy customer on checkpoints for select to :app
  using (agency_id = (select app_agency()) and (select app_customer()) is not null
    and exists (select from round_checkpoints l where l.agency_id = checkpoints.agency_id and l.checkpoint_id = checkpoints.id));
