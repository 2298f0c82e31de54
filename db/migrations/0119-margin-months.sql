-- The margins of whole months, counted once (docs/decisions/105). A copy of what services, times, prices and contracts say:
-- `mark` tells whether they still say it. A month around today is not kept, for its figures change with the clock.

create table margin_months (
  agency_id uuid not null references agencies (id) on delete cascade,
  -- The first day.
  month date not null check (month = date_trunc('month', month)),
  mark text not null check (length(mark) = 32),
  -- Per customer, site and commercial contract (core/margins/margins.ts, `Cell`).
  cells jsonb not null,
  counted_at timestamptz not null default now(),
  primary key (agency_id, month)
);
select agency_table('margin_months');
