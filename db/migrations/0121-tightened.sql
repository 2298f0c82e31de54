-- What a security reading found (decision 107).

-- Whether the brand that the agency signed up under sells subscriptions: the name that it is confirmed under does not
-- decide it. Null: signed up before this column.
alter table sign_ups add column with_trial boolean;

-- An announcement is named by its id alone: no other agency takes the same.
drop index market_offers_by_id;
create unique index market_offers_id_key on market_offers (id);

create or replace function market_answer_placed() returns trigger language plpgsql as $$
  begin
    select o.agency_id, o.title, o.type, o.name into strict new.publisher_id, new.offer_title, new.offer_type, new.offer_agency
      from market_offers o where o.id = new.offer_id and o.status = 100 and o.agency_id <> new.agency_id;
    return new;
  exception when no_data_found or too_many_rows then
    raise exception 'no announcement to answer' using errcode = 'insufficient_privilege';
  end $$;

-- Referrals are limited per agency too. Null: noted before this column.
alter table referrals add column sender_agency uuid references agencies (id) on delete cascade;
create index referrals_agency on referrals (sender_agency, created_at);

drop function note_referral(uuid, text, integer, integer);
-- Null: noted, the mail may leave. Otherwise why not: 'day' (too many of the person in a day), 'agency' (of the agency),
-- 'again' (that address was written to).
create function note_referral(p_id uuid, p_recipient text, p_most integer, p_days integer, p_most_of_agency integer)
  returns text language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_user() is null or app_agency() is null then
      raise exception 'nobody' using errcode = 'insufficient_privilege';
    end if;
    perform pg_advisory_xact_lock(hashtextextended(k, 0))
      from unnest(array['referral ' || app_user(), 'referral ' || app_agency(), 'referral ' || p_recipient]) k order by k;
    if (select count(*) from referrals where user_id = app_user() and created_at > now() - interval '1 day') >= p_most then
      return 'day';
    end if;
    if (select count(*) from referrals where sender_agency = app_agency() and created_at > now() - interval '1 day') >= p_most_of_agency then
      return 'agency';
    end if;
    if exists (select from referrals where recipient = p_recipient and created_at > now() - make_interval(days => p_days)) then
      return 'again';
    end if;
    insert into referrals (id, user_id, sender_agency, recipient) values (p_id, app_user(), app_agency(), p_recipient);
    return null;
  end $$;
revoke execute on function note_referral(uuid, text, integer, integer, integer) from public;
grant execute on function note_referral(uuid, text, integer, integer, integer) to :app;
