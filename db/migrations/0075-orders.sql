-- Recurring invoices, and purchase orders to agents.

-- The lists of a document -------------------------------------------------------------------------------------------

-- Files of a document: `list` is the join table, `one` the document without its plural.
create function document_files(list text, one text, many text, reads text default null) returns void language plpgsql as $$
begin
  execute format('create table %1$I (
      agency_id uuid not null,
      %2$I uuid not null,
      file_id uuid not null,
      rank integer not null default 0,
      primary key (agency_id, %2$I, file_id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id) on delete cascade,
      foreign key (agency_id, file_id) references files (agency_id, id)
    )', list, one || '_id', many);
  execute format('create index on %I (agency_id, file_id)', list);
  perform agency_table(list, reads => reads);
end $$;

-- Lines, discounts and files of a document, in the shape that `billedFields` declares (core/billing/parts.ts). 0063 wrote
-- those of invoices and estimates by hand.
create function document_lists(one text, many text, reads text default null) returns void language plpgsql as $$
begin
  execute format('create table %1$I (
      agency_id uuid not null,
      id uuid not null,
      %2$I uuid not null,
      rank integer not null default 0,
      title text not null,
      description text,
      commercial_doc_item_type text not null default ''SERVICE'' check (commercial_doc_item_type in (''SERVICE'', ''GOODS'')),
      unit text not null default ''HOUR'' check (unit in (''HOUR'', ''DAY'', ''MONTH'', ''PASS'', ''UNIT'', ''KM'', ''FLAT'')),
      quantity numeric(15, 3) not null default 1,
      price numeric(15, 4) not null,
      discount_rate numeric(6, 3) check (discount_rate between 0 and 100),
      vat numeric(6, 3) not null check (vat between 0 and 100),
      must_be_deducted_from_stock boolean not null default false,
      stock_reference_id uuid,
      primary key (agency_id, id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id) on delete cascade,
      foreign key (agency_id, stock_reference_id) references stock_references (agency_id, id)
    )', one || '_items', one || '_id', many);
  execute format('create index on %I (agency_id, %I, rank)', one || '_items', one || '_id');
  execute format('create index on %I (agency_id, stock_reference_id) where stock_reference_id is not null', one || '_items');
  execute format('create table %1$I (
      agency_id uuid not null,
      id uuid not null,
      %2$I uuid not null,
      rank integer not null default 0,
      label text not null,
      kind text not null default ''PERCENT'' check (kind in (''PERCENT'', ''AMOUNT'')),
      value numeric(15, 4) not null check (value >= 0),
      primary key (agency_id, id),
      foreign key (agency_id, %2$I) references %3$I (agency_id, id) on delete cascade
    )', one || '_discounts', one || '_id', many);
  execute format('create index on %I (agency_id, %I, rank)', one || '_discounts', one || '_id');
  perform agency_table(one || '_items', reads => reads), agency_table(one || '_discounts', reads => reads);
  perform document_files(one || '_files', one, many, reads);
end $$;
revoke execute on function document_files(text, text, text, text), document_lists(text, text, text) from public;

-- Recurring invoices ------------------------------------------------------------------------------------------------

-- Decision 100: the model is an unnumbered draft outside the lists.
alter table invoices
  add column is_model boolean not null default false,
  add constraint invoices_model check (not (is_model and issued_at is not null));

create table invoice_recurrences (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  name text,
  status integer not null default 200 check (status in (200, 300, 400)),
  invoice_id uuid not null,
  -- The model's, kept by a trigger.
  customer_id uuid not null,
  start_at date not null,
  end_at date,
  frequency_rhythm integer not null default 3 check (frequency_rhythm in (1, 2, 3, 4)),
  frequency integer not null default 1 check (frequency between 1 and 100),
  naming text,
  -- Of the invoice that the model was copied from.
  reference_number text,
  -- The next period to bill; null: none.
  next_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  constraint invoice_recurrences_model unique (agency_id, invoice_id),
  constraint invoice_recurrences_dates check (end_at >= start_at),
  foreign key (agency_id, invoice_id) references invoices (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id)
);
create index invoice_recurrences_customer on invoice_recurrences (agency_id, customer_id);
create index invoice_recurrences_due on invoice_recurrences (agency_id, next_on) where status = 200;
select agency_table('invoice_recurrences');

-- A period is billed once, even if its draft is deleted.
create table invoice_recurrence_runs (
  agency_id uuid not null,
  recurrence_id uuid not null,
  day date not null,
  invoice_id uuid,
  created_at timestamptz not null default now(),
  primary key (agency_id, recurrence_id, day),
  foreign key (agency_id, recurrence_id) references invoice_recurrences (agency_id, id) on delete cascade,
  foreign key (agency_id, invoice_id) references invoices (agency_id, id) on delete set null (invoice_id)
);
create index invoice_recurrence_runs_invoice on invoice_recurrence_runs (agency_id, invoice_id) where invoice_id is not null;
select agency_table('invoice_recurrence_runs', grants => 'select, insert');

create function follow_model() returns trigger language plpgsql as $$
begin
  update invoice_recurrences r set customer_id = new.customer_id where r.agency_id = new.agency_id and r.invoice_id = new.id;
  return null;
end $$;
create trigger followed after update of customer_id on invoices for each row
  when (new.is_model and new.customer_id is distinct from old.customer_id) execute function follow_model();

create function drop_model() returns trigger language plpgsql as $$
begin
  delete from invoices i where i.agency_id = old.agency_id and i.id = old.invoice_id and i.is_model;
  return null;
end $$;
create trigger unmodelled after delete on invoice_recurrences for each row execute function drop_model();

-- Purchase orders ---------------------------------------------------------------------------------------------------

create table purchase_orders (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  number text not null default 'Brouillon',
  reference text,
  status integer not null default 100 check (status in (100, 200, 300, 400, 500)),
  agent_id uuid not null,
  customer_id uuid,
  title text,
  date date not null,
  vat_exemption text check (vat_exemption in ('FRANCHISE', 'REVERSE_CHARGE', 'INTRA_COMMUNITY', 'EXPORT', 'EXEMPT')),
  price numeric(15, 2) not null default 0,
  total_vat numeric(15, 2) not null default 0,
  total numeric(15, 2) not null default 0,
  currency text not null default 'EUR',
  -- Of the mail that carries it.
  recipients text,
  message text,
  sent boolean not null default false,
  sent_at timestamptz,
  -- What is printed of both sides, copied when it leaves.
  printed jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, agent_id) references agents (agency_id, id),
  foreign key (agency_id, customer_id) references customers (agency_id, id)
);
create unique index purchase_orders_number on purchase_orders (agency_id, number) where number <> 'Brouillon';
create index purchase_orders_by_date on purchase_orders (agency_id, date, id);
create index purchase_orders_agent on purchase_orders (agency_id, agent_id, date, id);
create index purchase_orders_customer on purchase_orders (agency_id, customer_id) where customer_id is not null;
-- C-065: an agent sees what was sent to him.
select agency_table('purchase_orders', reads => 'app_customer() is null and sent and coalesce(agent_id = (select app_agent()), false)');

create function app_purchase_order_seen(purchase_order uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from purchase_orders o where o.agency_id = app_agency() and o.id = purchase_order); end $$;

select document_lists('purchase_order', 'purchase_orders', 'app_purchase_order_seen(purchase_order_id)');
-- Of the mail: for the agency alone.
select document_files('purchase_order_attachments', 'purchase_order', 'purchase_orders');

create trigger frozen after update on purchase_orders for each row when (old.status in (200, 300, 400, 500))
  execute function refuse_frozen('status', 'sent', 'sent_at', 'number', 'printed', 'updated_at', 'version');
select freeze_lines(list, 'purchase_orders', 'purchase_order_id', 'p.status in (200, 300, 400, 500)')
  from unnest(array['purchase_order_items', 'purchase_order_discounts', 'purchase_order_files', 'purchase_order_attachments']::regclass[]) list;

alter table paper_letters
  add column purchase_order_id uuid,
  drop constraint paper_letters_of,
  add constraint paper_letters_of check (num_nonnulls(invoice_id, estimate_id, purchase_order_id) = 1),
  add foreign key (agency_id, purchase_order_id) references purchase_orders (agency_id, id) on delete cascade;
create index paper_letters_purchase_order on paper_letters (agency_id, purchase_order_id, created_at) where purchase_order_id is not null;

-- X-044
alter table agencies
  add column purchase_order_header text,
  add column purchase_order_footer text,
  add column purchase_order_message text default E'Bonjour {destinataire},\n\nVeuillez trouver ci-joint votre bon de commande.\n\nCordialement,\n{agence}',
  add column purchase_order_vat numeric(6, 3) check (purchase_order_vat between 0 and 100);
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (purchase_order_header, purchase_order_footer, purchase_order_message, purchase_order_vat) on agencies to :app;
