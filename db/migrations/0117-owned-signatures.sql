-- A saved signature belongs to the account that saved it: nobody else puts it on a contract, reads or changes it.
alter table contract_signature_templates add column owner_id uuid references users (id) on delete set null;
create index contract_signature_templates_by_owner on contract_signature_templates (owner_id) where owner_id is not null;
-- Those of before belong to the only account of the agency that has their address; others stay nobody's, and serve nobody.
update contract_signature_templates t set owner_id = a.user_id
  from agents a where a.agency_id = t.agency_id and a.user_id is not null and lower(a.email) = lower(t.email)
    and not exists (select from agents b where b.agency_id = a.agency_id and b.id <> a.id and b.user_id is not null and lower(b.email) = lower(a.email));
