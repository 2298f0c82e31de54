-- X-050: the agency's own price of a time slot; empty: the price of the day and the factor.
alter table agencies
  add column price_night_amount numeric(15, 4),
  add column price_holiday_amount numeric(15, 4),
  add column price_holiday_night_amount numeric(15, 4),
  add column price_sunday_amount numeric(15, 4),
  add column price_sunday_night_amount numeric(15, 4),
  add column price_sunday_holiday_amount numeric(15, 4),
  add column price_sunday_holiday_night_amount numeric(15, 4),
  add column price_saturday_amount numeric(15, 4),
  add column price_saturday_night_amount numeric(15, 4),
  add column price_saturday_holiday_amount numeric(15, 4),
  add column price_saturday_holiday_night_amount numeric(15, 4);
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (
  price_night_amount,
  price_holiday_amount,
  price_holiday_night_amount,
  price_sunday_amount,
  price_sunday_night_amount,
  price_sunday_holiday_amount,
  price_sunday_holiday_night_amount,
  price_saturday_amount,
  price_saturday_night_amount,
  price_saturday_holiday_amount,
  price_saturday_holiday_night_amount
) on agencies to :app;
