-- Contracts: what « signed » means, once; the scan of what was signed on paper; the state to go back to from the archives.

-- Signed here, or marked as signed on paper; archived, if it was signed before.
create function contract_is_signed(status integer, signed_at timestamptz) returns boolean language sql immutable parallel safe
  as $$ select status in (250, 300) or status = 400 and signed_at is not null $$;

do $$
declare
  kind text;
  paper text;
  own text;
begin
  -- For what was written before: as the owner, who is under the forced policies too.
  alter table signature_requests no force row level security;
  alter table signature_steps no force row level security;
  foreach kind in array array['agent', 'customer'] loop
    paper := kind || '_contract_papers';
    execute format('alter table %1$I
      add column scan_id uuid,
      add column archived_from integer check (archived_from in (100, 150, 250, 300, 600)),
      add foreign key (agency_id, scan_id) references files (agency_id, id)', paper);
    execute format('create index on %I (agency_id, scan_id) where scan_id is not null', paper);
    -- Read by the platform over all agencies.
    execute format('create index on %I (created_at, id)', paper);
    execute format('drop trigger frozen on %I', paper);
    execute format('alter table %I no force row level security', paper);
    execute format('alter table %I disable trigger kept_signed', paper);
    -- Marked as signed, and not put back since.
    execute format('update %1$I c set signed_at = r.closed_at from signature_requests r
      where c.status in (250, 400) and c.signed_at is null and r.agency_id = c.agency_id and r.%2$I = c.id and r.outcome = ''MARKED''
        and not exists (select from signature_requests n where n.agency_id = r.agency_id and n.%2$I = c.id and n.asked_at > r.asked_at)
        and not exists (select from signature_steps s where s.agency_id = r.agency_id and s.request_id = r.id and s.act = ''WITHDRAWN'')', paper, kind || '_contract_id');
    execute format('alter table %I enable trigger kept_signed', paper);
    execute format('alter table %I force row level security', paper);
    execute format('create trigger frozen after update on %I for each row when (old.status in (200, 250, 300, 400, 600))
      execute function refuse_frozen(''status'', ''reference'', ''day_ask_signature'', ''signed_at'', ''scan_id'', ''archived_from'', ''updated_at'', ''version'')', paper);
    own := case kind when 'agent' then 'app_customer() is null and agent_id = app_agent()' else 'customer_id = app_customer()' end
      || ' and (status = 200 or contract_is_signed(status, signed_at))';
    execute format('alter policy agency on %I using (%s) with check (%s)', paper, agency_condition('coalesce(' || own || ', false)'), agency_condition(null));
  end loop;
  alter table signature_requests force row level security;
  alter table signature_steps force row level security;
end $$;

create or replace function keep_signed_contract() returns trigger language plpgsql as $$
declare
  has_seal boolean;
  -- Links to other records may be lost with them.
  followed text[] := array['status', 'reference', 'signed_at', 'archived_from', 'template_id', 'commercial_contract_id', 'updated_at', 'version'];
begin
  select exists (select from signature_requests r where r.agency_id = old.agency_id and coalesce(r.agent_contract_id, r.customer_contract_id) = old.id
    and r.outcome = 'SIGNED') into has_seal;
  if new.status = 300 and not has_seal
    or has_seal and (to_jsonb(new) - followed is distinct from to_jsonb(old) - followed
      or new.reference is distinct from old.reference or new.status not in (300, 400) or old.signed_at is not null and new.signed_at is distinct from old.signed_at) then
    raise exception using errcode = 'VF409', message = 'Ce qui est signé ne se modifie pas.';
  end if;
  return new;
end $$;
