-- What was billed of a service or a flat amount: at which price, and how much of the line is left after the discounts.
alter table billed_parts add column price numeric(15, 4), add column net numeric(15, 2);
alter table billed_flats add column net numeric(15, 2);
-- A draft may still change, and its discounts with it. The rest of the proof stays.
grant update (net) on billed_parts to :app;

-- A flat amount is billed for each month that it covers, not only for the one in which it falls due: the amount is on that
-- one, and nothing on the others.
alter table billed_flats no force row level security;
alter table commercial_flats no force row level security;
alter table commercial_contracts no force row level security;
insert into billed_flats (agency_id, invoice_id, item_id, flat_id, month, amount, freed_at, created_at)
  select b.agency_id, b.invoice_id, b.item_id, b.flat_id, (b.month - make_interval(months => n))::date, 0, b.freed_at, b.created_at
  from billed_flats b
    join commercial_flats f on f.agency_id = b.agency_id and f.id = b.flat_id
    join commercial_contracts k on k.agency_id = f.agency_id and k.id = f.commercial_contract_id
    cross join lateral (select (array[0, 1, 3, 6, 12])[k.periodicity] as length,
      (extract(year from b.month) - extract(year from k.start_date)) * 12 + extract(month from b.month) - extract(month from k.start_date) as since) p
    cross join lateral generate_series(1, mod(p.since::integer, nullif(p.length, 0))) n
  where p.length > 1 and not k.smoothing and f.months = '{}' and p.since >= 0
  on conflict do nothing;
alter table billed_flats force row level security;
alter table commercial_flats force row level security;
alter table commercial_contracts force row level security;
