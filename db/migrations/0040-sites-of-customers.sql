-- A site that was archived with its customer reopens with it, in the state that it had.
alter table sites add column status_before integer check (status_before in (100, 200));

create function forget_status_before() returns trigger language plpgsql as $$
begin
  new.status_before := null;
  return new;
end $$;
create trigger forget_status_before before update of status on sites
  for each row when (old.status is distinct from new.status) execute function forget_status_before();

create index sites_reopening on sites (agency_id, customer_id) where status_before is not null;
