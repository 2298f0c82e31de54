-- What the agency's subscription covers (1 §5); set by the platform, read by the agency. Null: without limit.
alter table agencies
  add column agents_limit integer check (agents_limit >= 0),
  add column accounts_limit integer check (accounts_limit >= 0),
  add column free_accounts integer not null default 0 check (free_accounts >= 0),
  add column remaining_sheets integer check (remaining_sheets >= 0);

-- A new sheet is taken from those that were paid for; no call of the agency names the number.
grant update (remaining_sheets) on agencies to :app;
