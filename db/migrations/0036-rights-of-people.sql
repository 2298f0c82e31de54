-- Rights that are the same are told apart by a number: grouping five thousand people by their maps read and sorted megabytes.
alter table agents add column rights_hash bigint not null generated always as (hash_array_extended(rights, 0)) stored;
alter table contacts add column rights_hash bigint not null generated always as (hash_array_extended(rights, 0)) stored;

-- What a new collaborator may do; empty: the Collaborator set (C-041). A set that is removed leaves its place to that one.
alter table agencies add column default_rights_set_id uuid,
  add foreign key (id, default_rights_set_id) references rights_sets (agency_id, id) on delete set null (default_rights_set_id);
create index agencies_default_rights_set on agencies (id, default_rights_set_id) where default_rights_set_id is not null;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (default_rights_set_id) on agencies to :app;
