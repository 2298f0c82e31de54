-- Signatures: codes are counted per link, their files are nobody's, and what the law no longer keeps can go.

-- Of a new link on; the codes of an hour are counted beside (0083).
alter table signature_parties add column codes_of_link integer not null default 0;
drop trigger kept_asked on signature_parties;
create trigger kept_asked before update on signature_parties for each row when (old.signed_at is null and old.refused_at is null)
  execute function refuse_signed_write('token_hash', 'token_until', 'told_at', 'code_hash', 'code_until', 'code_tries', 'codes_sent', 'codes_since', 'codes_of_link', 'opened_at',
    'signed_at', 'manual', 'drawing', 'typed', 'refused_at', 'refusal');

-- The scan of 0111.
call app_hold_files();

-- A file that the agency makes has no sender: who made it reads it as long as he may read its record.
alter policy writes on files with check (agency_id = (select app_agency()) and (uploaded_by = (select app_user()) or uploaded_by is null and (select app_whole())));
alter table files no force row level security;
alter table signature_requests no force row level security;
update files f set uploaded_by = null where f.uploaded_by is not null and exists (select from signature_requests r where r.agency_id = f.agency_id and f.id in (r.file_id, r.signed_file_id));
alter table files force row level security;
alter table signature_requests force row level security;

-- What left for signature goes with its contract, and the contract only when nothing of an erased person is kept any more
-- (Code du travail, D1221-23; Code de commerce, L123-22): no role is exempt.
alter table signature_requests
  drop constraint signature_requests_agency_id_agent_contract_id_fkey,
  drop constraint signature_requests_agency_id_customer_contract_id_fkey,
  add foreign key (agency_id, agent_contract_id) references agent_contract_papers (agency_id, id) on delete cascade,
  add foreign key (agency_id, customer_contract_id) references customer_contract_papers (agency_id, id) on delete cascade;

create function keep_asked_contract() returns trigger language plpgsql as $$
begin
  -- Depth above 1: an agency is removed.
  if pg_trigger_depth() > 1 or not exists (select from signature_requests r where r.agency_id = old.agency_id
      and (r.agent_contract_id = old.id or r.customer_contract_id = old.id)) then
    return old;
  end if;
  -- The platform, which erases people.
  if has_table_privilege('erased_people', 'delete') then
    if exists (select from erased_people e where e.agency_id = old.agency_id and e.id = (to_jsonb(old) ->> tg_argv[0])::uuid and e.kept is null) then
      return old;
    end if;
  end if;
  raise exception using errcode = 'VF409', message = 'Ce qui est signé ne se supprime pas.';
end $$;
create trigger kept_asked before delete on agent_contract_papers for each row execute function keep_asked_contract('agent_id');
create trigger kept_asked before delete on customer_contract_papers for each row execute function keep_asked_contract('customer_id');
