-- Safety of accounts and of storage, by agency.

alter table agencies
  -- Decision 78: the agency may ask for longer passwords than the installation does.
  add column password_length integer not null default 6 check (password_length between 6 and 64),
  -- Whose accounts need a second factor.
  add column second_factor text not null default 'NOBODY' check (second_factor in ('NOBODY', 'STAFF', 'EVERYONE')),
  -- Bytes of files, written by the platform. Null: the limit of the installation.
  add column storage_limit bigint check (storage_limit >= 0);
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (password_length, second_factor) on agencies to :app;

-- Each server process caches whether a session must set up a second factor first.
create trigger agencies_second_factor after update of second_factor on agencies
  for each row execute function notify_session();
