-- Contracts of collaborators and customers, their templates, and the electronic signature.

create function contract_tables(kind text, party text) returns void language plpgsql as $$
declare
  paper text := kind || '_contract_papers';
  template text := kind || '_contract_templates';
  one text := kind || '_contract_id';
begin
  execute format('create table %1$I (
      agency_id uuid not null references agencies (id) on delete cascade,
      id uuid not null,
      title text not null,
      status integer not null default 100 check (status in (100, 300)),
      signing_order text not null default ''TOGETHER'' check (signing_order in (''TOGETHER'', ''ORDER'')),
      content text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (agency_id, id)
    )', template);
  execute format('create index on %I (agency_id, title collate "fr-x-icu", id)', template);
  perform agency_table(template);
  execute format('create table %1$I (
      agency_id uuid not null,
      %2$I uuid not null,
      file_id uuid not null,
      primary key (agency_id, %2$I, file_id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id) on delete cascade,
      foreign key (agency_id, file_id) references files (agency_id, id)
    )', kind || '_contract_template_content_images', kind || '_contract_template_id', template);
  execute format('create index on %I (agency_id, file_id)', kind || '_contract_template_content_images');
  perform agency_table(kind || '_contract_template_content_images');

  execute format('create table %1$I (
      agency_id uuid not null references agencies (id) on delete cascade,
      id uuid not null,
      title text not null,
      reference text,
      status integer not null default 100 check (status in (100, 150, 200, 250, 300, 400, 600)),
      %2$I uuid not null,
      template_id uuid,
      signing_order text not null default ''TOGETHER'' check (signing_order in (''TOGETHER'', ''ORDER'')),
      content text,
      day_ask_signature timestamptz,
      signed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (agency_id, id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id),
      foreign key (agency_id, template_id) references %4$I (agency_id, id) on delete set null (template_id)
    )', paper, kind || '_id', party, template);
  execute format('create unique index on %I (agency_id, reference) where reference is not null', paper);
  execute format('create index on %I (agency_id, created_at, id)', paper);
  execute format('create index on %I (agency_id, %I, created_at)', paper, kind || '_id');
  execute format('create index on %I (agency_id, template_id) where template_id is not null', paper);
  -- For the unsigned ones.
  execute format('create index on %I (agency_id, day_ask_signature) where status = 200', paper);
  perform agency_table(paper);
  execute format('create table %1$I (
      agency_id uuid not null,
      %2$I uuid not null,
      file_id uuid not null,
      primary key (agency_id, %2$I, file_id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id) on delete cascade,
      foreign key (agency_id, file_id) references files (agency_id, id)
    )', kind || '_contract_content_images', one, paper);
  execute format('create index on %I (agency_id, file_id)', kind || '_contract_content_images');
  perform agency_table(kind || '_contract_content_images');
  execute format('create table %1$I (
      agency_id uuid not null,
      id uuid not null,
      %2$I uuid not null,
      rank integer not null default 0,
      fullname text not null,
      email text,
      role text not null default ''PARTY'' check (role in (''AGENCY'', ''PARTY'', ''OTHER'')),
      signed_at_date timestamptz,
      sign_manually boolean not null default false,
      sign_invalid boolean not null default false,
      primary key (agency_id, id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id) on delete cascade
    )', kind || '_contract_signatures', one, paper);
  execute format('create index on %I (agency_id, %I, rank)', kind || '_contract_signatures', one);
  perform agency_table(kind || '_contract_signatures');

  -- Decision 91: content and signatories freeze when it leaves for signature.
  execute format('create trigger frozen after update on %I for each row when (old.status in (200, 250, 300, 400, 600))
    execute function refuse_frozen(''status'', ''reference'', ''day_ask_signature'', ''signed_at'', ''updated_at'', ''version'')', paper);
  perform freeze_lines(list::regclass, paper::regclass, one, 'p.status in (200, 250, 300, 400, 600)')
    from unnest(array[kind || '_contract_signatures', kind || '_contract_content_images']) list;
end $$;
select contract_tables('agent', 'agents');
select contract_tables('customer', 'customers');
drop function contract_tables(text, text);

-- Decision 103.
alter table customer_contract_papers
  add column commercial_contract_id uuid,
  add foreign key (agency_id, commercial_contract_id) references commercial_contracts (agency_id, id) on delete set null (commercial_contract_id);
create index customer_contract_papers_commercial on customer_contract_papers (agency_id, commercial_contract_id) where commercial_contract_id is not null;

-- The last number of a year, locked until the transaction ends: no gap, no double.
create table contract_counters (
  agency_id uuid not null references agencies (id) on delete cascade,
  kind text not null check (kind in ('agent', 'customer')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (agency_id, kind, year)
);
select agency_table('contract_counters', grants => 'select, insert, update');

-- The electronic signature --------------------------------------------------------------------------------------------

-- The platform's certificates, by the digest of their key; a signed file carries its own.
create table signing_certificates (
  key_digest text not null primary key,
  certificate bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
select platform_table('signing_certificates');

-- One sending of a document for signature. What was read and what was signed are known by their SHA-256.
create table signature_requests (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  agent_contract_id uuid,
  customer_contract_id uuid,
  -- Printed on the signed paper, for the public verification.
  code text not null,
  in_order boolean not null,
  file_id uuid not null,
  document_hash text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('SIGNED', 'REFUSED', 'EXPIRED', 'CANCELLED', 'MARKED', 'UNSIGNED')),
  closed_at timestamptz,
  signed_file_id uuid,
  signed_hash text check (signed_hash ~ '^[0-9a-f]{64}$'),
  primary key (agency_id, id),
  constraint signature_requests_of check (num_nonnulls(agent_contract_id, customer_contract_id) = 1),
  constraint signature_requests_closed check ((outcome is null) = (closed_at is null)),
  constraint signature_requests_signed check (case when outcome = 'SIGNED' then signed_hash is not null and signed_file_id is not null
    else signed_hash is null and signed_file_id is null end),
  -- No cascade: what left for signature stays.
  foreign key (agency_id, agent_contract_id) references agent_contract_papers (agency_id, id),
  foreign key (agency_id, customer_contract_id) references customer_contract_papers (agency_id, id),
  foreign key (agency_id, file_id) references files (agency_id, id),
  foreign key (agency_id, signed_file_id) references files (agency_id, id)
);
create unique index signature_requests_code on signature_requests (agency_id, code);
create index signature_requests_by_code on signature_requests (code);
create index signature_requests_by_signed on signature_requests (signed_hash) where signed_hash is not null;
create index signature_requests_by_document on signature_requests (document_hash);
create index signature_requests_agent on signature_requests (agency_id, agent_contract_id, asked_at) where agent_contract_id is not null;
create index signature_requests_customer on signature_requests (agency_id, customer_contract_id, asked_at) where customer_contract_id is not null;
create index signature_requests_file on signature_requests (agency_id, file_id);
create index signature_requests_signed_file on signature_requests (agency_id, signed_file_id) where signed_file_id is not null;
create unique index signature_requests_open on signature_requests (agency_id, coalesce(agent_contract_id, customer_contract_id)) where outcome is null;
create index signature_requests_due on signature_requests (agency_id, expires_at) where outcome is null;
select agency_table('signature_requests', grants => 'select, insert, update');

create table signature_parties (
  agency_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  -- The line of the contract.
  signature_id uuid not null,
  rank integer not null,
  fullname text not null,
  email text,
  -- SHA-256 of the token in the link; null: no link, or it is spent.
  token_hash text,
  token_until timestamptz,
  told_at timestamptz,
  -- SHA-256 of the code and the party.
  code_hash text,
  code_until timestamptz,
  code_tries integer not null default 0,
  codes_sent integer not null default 0,
  codes_since timestamptz,
  opened_at timestamptz,
  signed_at timestamptz,
  manual boolean not null default false,
  drawing bytea,
  typed text,
  refused_at timestamptz,
  refusal text,
  primary key (agency_id, id),
  foreign key (agency_id, request_id) references signature_requests (agency_id, id) on delete cascade
);
create index signature_parties_of on signature_parties (agency_id, request_id, rank);
create unique index signature_parties_token on signature_parties (agency_id, token_hash) where token_hash is not null;
create index signature_parties_by_token on signature_parties (token_hash) where token_hash is not null;
select agency_table('signature_parties', grants => 'select, insert, update');

-- The evidence: append-only, one chain per request.
create table signature_steps (
  agency_id uuid not null,
  request_id uuid not null,
  position integer not null,
  at timestamptz not null,
  act text not null,
  party_id uuid,
  who text,
  email text,
  ip text,
  browser text,
  detail jsonb not null default '{}',
  -- SHA-256 (hash of the step before, facts of this one).
  hash bytea not null,
  primary key (agency_id, request_id, position),
  foreign key (agency_id, request_id) references signature_requests (agency_id, id) on delete cascade
);
select platform_table('signature_steps');
grant select, insert on signature_steps to :app;
create policy agency on signature_steps for select to :app using (agency_id = (select app_agency()) and (select app_whole()));
create policy added on signature_steps for insert to :app with check (agency_id = (select app_agency()) and (select app_whole()));
-- The trigger runs as the owner, who is under the forced policies too.
create policy keeper on signature_steps for select to current_user using (true);

-- Moments as UTC text: JSON would write them in the session's time zone.
create function signature_facts(s signature_steps) returns bytea language sql stable parallel safe
  as $$ select convert_to(jsonb_build_object('request', s.request_id, 'position', s.position,
    'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'act', s.act, 'party', s.party_id, 'who', s.who, 'email', s.email,
    'ip', s.ip, 'browser', s.browser, 'detail', s.detail)::text, 'UTF8') $$;

-- Whatever the inserting role says, the place in the chain, the time and the hash are made here. Only the platform, outside
-- an agency, brings steps of the past, such as those of a demo.
create function chain_signature_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended('signature ' || new.agency_id || new.request_id, 0));
  select s.position, s.hash into last from signature_steps s where s.agency_id = new.agency_id and s.request_id = new.request_id order by s.position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  new.at := case when app_agency() is null then coalesce(new.at, clock_timestamp()) else clock_timestamp() end;
  new.hash := sha256(coalesce(last.hash, sha256(uuid_send(new.request_id))) || signature_facts(new));
  return new;
end $$;
create trigger chained before insert on signature_steps for each row execute function chain_signature_step();

-- What was signed is never altered, by nobody: no correction passes, no role is exempt. Depth above 1: an agency is removed.
create function refuse_signed_write() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if pg_trigger_depth() > 1 then
      return old;
    end if;
  elsif tg_nargs > 0 and to_jsonb(new) - tg_argv[0:] is not distinct from to_jsonb(old) - tg_argv[0:] then
    return new;
  end if;
  raise exception using errcode = 'VF409', message = 'Ce qui est signé ne se modifie pas.';
end $$;
create trigger kept before update or delete on signature_steps for each row execute function refuse_signed_write();
create trigger kept before delete on signature_parties for each row execute function refuse_signed_write();
create trigger kept before delete on signature_requests for each row execute function refuse_signed_write();
create trigger kept_open before update on signature_requests for each row when (old.outcome is null)
  execute function refuse_signed_write('outcome', 'closed_at', 'signed_file_id', 'signed_hash', 'expires_at');
create trigger kept_closed before update on signature_requests for each row when (old.outcome is not null) execute function refuse_signed_write();
-- Who was asked does not change; who signed or refused only loses his link.
create trigger kept_asked before update on signature_parties for each row when (old.signed_at is null and old.refused_at is null)
  execute function refuse_signed_write('token_hash', 'token_until', 'told_at', 'code_hash', 'code_until', 'code_tries', 'codes_sent', 'codes_since', 'opened_at',
    'signed_at', 'manual', 'drawing', 'typed', 'refused_at', 'refusal');
create trigger kept_signed before update on signature_parties for each row when (old.signed_at is not null or old.refused_at is not null)
  execute function refuse_signed_write('token_until', 'code_hash', 'code_until', 'opened_at');

-- The lines of the contract follow.
create function follow_signature() returns trigger language plpgsql as $$
begin
  update agent_contract_signatures s set signed_at_date = new.signed_at, sign_manually = new.manual, sign_invalid = new.refused_at is not null
    where s.agency_id = new.agency_id and s.id = new.signature_id;
  update customer_contract_signatures s set signed_at_date = new.signed_at, sign_manually = new.manual, sign_invalid = new.refused_at is not null
    where s.agency_id = new.agency_id and s.id = new.signature_id;
  return null;
end $$;
create trigger followed after update of signed_at, refused_at on signature_parties for each row
  when (new.signed_at is distinct from old.signed_at or new.refused_at is distinct from old.refused_at) execute function follow_signature();

-- A contract is « signed » only with its sealed file; then nothing of it changes but its archiving.
create function keep_signed_contract() returns trigger language plpgsql as $$
declare
  has_seal boolean;
  -- Links to other records may be lost with them.
  followed text[] := array['status', 'reference', 'signed_at', 'template_id', 'commercial_contract_id', 'updated_at', 'version'];
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
create trigger kept_signed before update on agent_contract_papers for each row when (old.status <> 100 or new.status = 300) execute function keep_signed_contract();
create trigger kept_signed before update on customer_contract_papers for each row when (old.status <> 100 or new.status = 300) execute function keep_signed_contract();
create index signature_requests_contract on signature_requests (agency_id, (coalesce(agent_contract_id, customer_contract_id))) where outcome = 'SIGNED';

-- Nor its signatories.
create function keep_signed_line() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 and exists (select from signature_requests r where r.agency_id = old.agency_id and r.outcome = 'SIGNED'
      and coalesce(r.agent_contract_id, r.customer_contract_id) = (to_jsonb(old) ->> tg_argv[0])::uuid) then
    raise exception using errcode = 'VF409', message = 'Ce qui est signé ne se modifie pas.';
  end if;
  return coalesce(new, old);
end $$;
create trigger kept_signed before update or delete on agent_contract_signatures for each row execute function keep_signed_line('agent_contract_id');
create trigger kept_signed before update or delete on customer_contract_signatures for each row execute function keep_signed_line('customer_contract_id');
