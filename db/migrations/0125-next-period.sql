-- What an agency chose for its next period beside its plan (decision 111).
alter table agency_subscriptions
  -- Fewer licences; null: those it has.
  add column next_licences integer check (next_licences >= 0),
  -- False: the plan ends with its period.
  add column renews boolean not null default true;
