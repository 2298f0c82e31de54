-- A file whose content has not arrived has no hash: nobody opens a content by a digest that he only announced.

-- What a phone said of it. The content enters the store only if this is its SHA-256.
alter table files add column announced text;
alter table files alter column hash drop not null;
update files set announced = hash, hash = null where awaited;
alter table files
  add constraint files_awaited_check check (case when awaited then hash is null and announced is not null else hash is not null end),
  add constraint files_announced_check check (hash = announced);
grant update (hash) on files to :app;

create or replace view kept_contents with (security_invoker = true) as
  select hash from files where hash is not null
  union all select hash from personal_exports where hash is not null
  union all select hash from invoice_papers;

-- 0065 added a column without these: every save of the settings failed.
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (vat_on_debits) on agencies to :app;
