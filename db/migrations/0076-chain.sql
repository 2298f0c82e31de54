-- Payments of private customers are chained by hash and closed by month and year (CGI, art. 286 I 3° bis); invoices have a
-- line of states for a platform's answers.

-- The chain -----------------------------------------------------------------------------------------------------------

-- One line per payment or reversal of a private customer's invoice. It names nobody, and outlives the payment.
create table payment_seals (
  agency_id uuid not null references agencies (id) on delete cascade,
  position integer not null,
  payment_id uuid not null,
  invoice_number text not null,
  date date not null,
  amount numeric(15, 2) not null,
  means text,
  reverses_id uuid,
  entered_at timestamptz not null,
  -- SHA-256 of the line before and of this one.
  hash text not null,
  primary key (agency_id, position),
  constraint payment_seals_once unique (agency_id, payment_id)
);
select agency_table('payment_seals', grants => 'select, insert');

create function payment_seal_hash(before text, s payment_seals) returns text language sql immutable
  as $$ select encode(sha256(convert_to(concat_ws('|', coalesce(before, ''), s.position, s.payment_id, s.invoice_number, to_char(s.date, 'YYYY-MM-DD'), s.amount::text,
      coalesce(s.means, ''), coalesce(s.reverses_id::text, ''), (extract(epoch from s.entered_at) * 1000000)::bigint), 'UTF8')), 'hex') $$;

-- Position and hash are never a caller's. Lines of an agency wait for each other.
create function chain_payment() returns trigger language plpgsql as $$
declare
  last payment_seals;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment chain ' || new.agency_id, 0));
  select * into last from payment_seals s where s.agency_id = new.agency_id order by s.position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  new.hash := payment_seal_hash(last.hash, new);
  return new;
end $$;
create trigger chained before insert on payment_seals for each row execute function chain_payment();

-- 200: a private customer, as the invoice was issued.
create function seal_payment() returns trigger language plpgsql as $$
begin
  insert into payment_seals (agency_id, position, payment_id, invoice_number, date, amount, means, reverses_id, entered_at, hash)
    select new.agency_id, 0, new.id, i.number, new.date, new.amount, new.means, new.reverses_id, new.created_at, ''
    from invoices i where i.agency_id = new.agency_id and i.id = new.invoice_id and i.printed -> 'buyer' ->> 'type' = '200';
  return null;
end $$;
create trigger sealed after insert on invoice_payments for each row execute function seal_payment();

create table payment_closures (
  agency_id uuid not null references agencies (id) on delete cascade,
  kind text not null check (kind in ('MONTH', 'YEAR')),
  period text not null,
  entries integer not null,
  total numeric(15, 2) not null,
  -- Since the first line.
  grand_total numeric(15, 2) not null,
  -- The last line of the period; 0: none yet.
  position integer not null,
  hash text not null,
  closed_at timestamptz not null default now(),
  primary key (agency_id, kind, period)
);
select agency_table('payment_closures', grants => 'select, insert');

-- The states of an invoice ---------------------------------------------------------------------------------------------

create table invoice_states (
  agency_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  state text not null check (state in ('ISSUED', 'DEPOSITED', 'REJECTED', 'CASHED')),
  at timestamptz not null,
  reason text,
  -- The platform's own name of its event, accepted once; null: from here.
  event text,
  created_at timestamptz not null default now(),
  primary key (agency_id, id),
  constraint invoice_states_event unique (agency_id, event),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete cascade
);
create index invoice_states_of on invoice_states (agency_id, invoice_id, at, created_at);
select agency_table('invoice_states', grants => 'select, insert');

create function note_invoice_state() returns trigger language plpgsql as $$
begin
  insert into invoice_states (agency_id, id, invoice_id, state, at)
    values (new.agency_id, gen_random_uuid(), new.id, tg_argv[0], case tg_argv[0] when 'ISSUED' then new.issued_at else clock_timestamp() end);
  return null;
end $$;
create trigger noted_issue after update of issued_at on invoices for each row
  when (old.issued_at is null and new.issued_at is not null) execute function note_invoice_state('ISSUED');
create trigger noted_cash after update of paid_amount on invoices for each row
  when (new.type = 'facture' and new.issued_at is not null and new.paid_amount > old.paid_amount
    and old.paid_amount + old.credited_amount < old.total and new.paid_amount + new.credited_amount >= new.total)
  execute function note_invoice_state('CASHED');

-- Each renewal makes another secret for the platform that signs its events.
create table invoice_event_keys (
  agency_id uuid primary key references agencies (id) on delete cascade,
  round integer not null default 1
);
select agency_table('invoice_event_keys', grants => 'select, insert, update');

-- The rule « Factures » is obeyed from now on.
alter table retention_rules no force row level security;
update retention_rules set module = null where key = 'invoices';
alter table retention_rules force row level security;
