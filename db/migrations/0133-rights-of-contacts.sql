-- C-042. Contacts have the customer set from their creation; before, from the day when they opened their account. Those
-- without an account whose rights nobody chose have it now. The set is the one of the version that wrote `known_rights`;
-- a right that this version adds reaches them as holders of it.
alter table contacts no force row level security;
alter table known_rights no force row level security;
alter table audit no force row level security;
update contacts c set rights = d.rights, version = c.version + 1
from (select array_agg(key order by key) as rights from known_rights where 'customer' = any (sets)) d
where c.user_id is null and c.rights = '{}' and c.status in (100, 200) and d.rights is not null
  and not exists (select from audit u where u.agency_id = c.agency_id and u.entity = 'contact' and u.entity_id = c.id and u.action = 'editRights');
alter table audit force row level security;
alter table known_rights force row level security;
alter table contacts force row level security;
