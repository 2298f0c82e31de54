-- An announcement that was answered keeps its terms, an answer keeps a copy of them, and both end together (decision 110).

-- The terms that the answer was given to; set by the trigger `placed`.
alter table market_answers
  add column offer_departments text[] not null default '{}',
  add column offer_location text,
  add column offer_description text,
  add column offer_starts_on date,
  add column offer_ends_on date,
  add column offer_start_time time,
  add column offer_end_time time,
  add column offer_people integer,
  add column offer_specialty text,
  add column subcontract_rank integer check (subcontract_rank in (1, 2)),
  add column share text,
  add column justified_on date,
  -- Whom to call, once it is accepted; set by the trigger `moved`.
  add column publisher_contact text,
  add column publisher_email text,
  add column publisher_phone text;

-- Answers of before: the announcement as it is now is all that is known.
create policy keeper on market_offers to current_user using (true) with check (true);
update market_answers a set offer_departments = o.departments, offer_location = o.location, offer_description = o.description,
    offer_starts_on = o.starts_on, offer_ends_on = o.ends_on, offer_start_time = o.start_time, offer_end_time = o.end_time,
    offer_people = o.people, offer_specialty = o.specialty, subcontract_rank = o.subcontract_rank, share = o.share, justified_on = o.justified_on,
    publisher_contact = case when a.status = 200 then o.contact_name end, publisher_email = case when a.status = 200 then o.contact_email end,
    publisher_phone = case when a.status = 200 then o.contact_phone end
  from market_offers o where o.agency_id = a.publisher_id and o.id = a.offer_id;

-- 400: withdrawn by the agency that gave it. 500: the announcement was closed before a decision.
alter table market_answers drop constraint market_answers_status_check;
alter table market_answers add constraint market_answers_status_check check (status in (100, 200, 300, 400, 500));
update market_answers a set status = 500, decided_at = now(), version = a.version + 1, updated_at = now()
  from market_offers o where o.agency_id = a.publisher_id and o.id = a.offer_id and o.status <> 100 and a.status = 100;

-- After these two an agency may answer again.
alter table market_answers drop constraint market_answers_agency_id_offer_id_key;
create unique index market_answers_live on market_answers (agency_id, offer_id) where status < 400;
create index market_answers_given on market_answers (agency_id, offer_id);

-- An answer and a change of its announcement wait for each other: neither is made of the other's past.
create function market_offer_held() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('market offer ' || new.id, 0));
    return new;
  end $$;
create trigger held before update on market_offers for each row execute function market_offer_held();

create or replace function market_answer_placed() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('market offer ' || new.offer_id, 0));
    select o.agency_id, o.title, o.type, o.name, o.departments, o.location, o.description, o.starts_on, o.ends_on, o.start_time, o.end_time,
        o.people, o.specialty, o.subcontract_rank, o.share, o.justified_on
      into strict new.publisher_id, new.offer_title, new.offer_type, new.offer_agency, new.offer_departments, new.offer_location, new.offer_description,
        new.offer_starts_on, new.offer_ends_on, new.offer_start_time, new.offer_end_time, new.offer_people, new.offer_specialty,
        new.subcontract_rank, new.share, new.justified_on
      from market_offers o where o.id = new.offer_id and o.status = 100 and o.agency_id <> new.agency_id;
    return new;
  exception when no_data_found or too_many_rows then
    raise exception 'no announcement to answer' using errcode = 'insufficient_privilege';
  end $$;

-- Frozen by its answers (decision 85). Volatile: it sees what `held` waited for.
create function market_offer_bound(p_agency uuid, p_offer uuid) returns boolean language plpgsql as $$
  begin
    return exists (select from market_answers a where a.publisher_id = p_agency and a.offer_id = p_offer and a.status in (100, 200));
  end $$;
create trigger frozen_answered after update on market_offers for each row when (old.status in (100, 200) and market_offer_bound(old.agency_id, old.id))
  execute function refuse_frozen('title', 'contact_name', 'contact_email', 'contact_phone', 'status', 'updated_at', 'version');

-- A settled answer is final; only its own agency withdraws it; nothing is accepted of a closed announcement.
create function market_answer_moved() returns trigger language plpgsql as $$
  begin
    if old.status <> 100 or (new.status = 400 and new.publisher_id = app_agency()) then
      raise exception 'not a move of this agency' using errcode = 'insufficient_privilege';
    end if;
    if new.status = 200 then
      select coalesce(o.contact_name, g.name), coalesce(o.contact_email, g.email), coalesce(o.contact_phone, g.phone[1])
        into strict new.publisher_contact, new.publisher_email, new.publisher_phone
        from market_offers o join agencies g on g.id = o.agency_id where o.agency_id = new.publisher_id and o.id = new.offer_id and o.status = 100;
    end if;
    return new;
  exception when no_data_found then
    raise exception 'the announcement is closed' using errcode = 'insufficient_privilege';
  end $$;
create trigger moved before update of status on market_answers for each row when (new.status is distinct from old.status) execute function market_answer_moved();

drop policy decision on market_answers;
create policy decision on market_answers as restrictive for update to :app
  using (publisher_id = (select app_agency()) or status = 100) with check (publisher_id = (select app_agency()) or status = 400);

-- A suspended agency is not on the board.
create index agencies_locked on agencies (id) where errors @> '[{"lock": true}]';
create function locked_agencies() returns setof uuid language sql stable security definer set search_path = public, pg_temp
  as $$ select id from agencies where errors @> '[{"lock": true}]' $$;
revoke execute on function locked_agencies() from public;
grant execute on function locked_agencies() to :app;
drop policy board on market_offers;
create policy board on market_offers for select to :app
  using (status = 100 and coalesce(ends_on >= (select app_today()), true) and agency_id not in (select locked_agencies())
    and (select app_agency()) is not null and (select app_whole()));
