-- The identity of an agency is its own (decision 113): the SIREN is written once by its own people, and no two agencies
-- have the same SIRET or the same authorisation. A trigger and not a unique index: an installation may have duplicates
-- from before, which stay until somebody edits them.

-- The company, the first nine digits of a SIRET. Zeros are nobody's.
create function siren_of(p_siret text) returns text language sql immutable parallel safe
  as $$ select case when p_siret !~ '^0{9}' and length(p_siret) = 14 then left(p_siret, 9) end $$;
-- Numbers are compared as they are read: without spaces, dashes or case. « En cours » is no number.
create function approval_key(p_number text) returns text language sql immutable parallel safe
  as $$ select case when p_number ~ '[0-9]' then upper(regexp_replace(p_number, '[^[:alnum:]]', '', 'g')) end $$;

create index agencies_siren on agencies (siren_of(siret)) where siret is not null;
create index agencies_approval on agencies (approval_key(approval_number)) where approval_number is not null;
create index sign_ups_siren on sign_ups (siren_of(siret)) where confirmed_at is not null;

create policy identity_keeper on agencies for select to current_user using (true);
-- Which of these numbers another agency has. The platform's own row is no agency: who runs the platform may guard too.
create function identity_taken(p_agency uuid, p_siret text, p_approval text, out siren boolean, out siret boolean, out approval boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from agencies a where siren_of(a.siret) = siren_of(p_siret) and a.siret is not null and a.id not in (p_agency, platform_agency())),
      exists (select from agencies a where a.siret = p_siret and a.id not in (p_agency, platform_agency())),
      exists (select from agencies a where approval_key(a.approval_number) = approval_key(p_approval) and a.approval_number is not null
        and a.id not in (p_agency, platform_agency())) $$;
revoke execute on function identity_taken(uuid, text, text) from public;
grant execute on function identity_taken(uuid, text, text) to :app, :platform;

-- Two at the same moment: the second waits, and sees the first.
create function keep_identity() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    was_siret text;
    was_approval text;
    taken record;
    own boolean := app_agency() is not distinct from new.id;
  begin
    if new.id = platform_agency() then
      return new;
    end if;
    if tg_op = 'UPDATE' then
      was_siret := old.siret;
      was_approval := old.approval_number;
    end if;
    if own and siren_of(was_siret) is distinct from siren_of(new.siret) and siren_of(was_siret) is not null then
      raise exception 'only the platform changes the company of an agency' using errcode = 'insufficient_privilege';
    end if;
    if new.siret is not distinct from was_siret and approval_key(new.approval_number) is not distinct from approval_key(was_approval) then
      return new;
    end if;
    if siren_of(new.siret) is not null then
      perform pg_advisory_xact_lock(hashtextextended('siren ' || siren_of(new.siret), 0));
    end if;
    if approval_key(new.approval_number) is not null then
      perform pg_advisory_xact_lock(hashtextextended('approval ' || approval_key(new.approval_number), 0));
    end if;
    taken := identity_taken(new.id, new.siret, new.approval_number);
    if new.siret is distinct from was_siret and (taken.siret or own and taken.siren and siren_of(was_siret) is distinct from siren_of(new.siret)) then
      raise exception 'another agency has this SIRET' using errcode = 'unique_violation', table = 'agencies', constraint = 'agencies_siret_key';
    end if;
    if approval_key(new.approval_number) is distinct from approval_key(was_approval) and taken.approval then
      raise exception 'another agency has this authorisation' using errcode = 'unique_violation', table = 'agencies', constraint = 'agencies_approval_number_key';
    end if;
    return new;
  end $$;
revoke execute on function keep_identity() from public;
create trigger keep_identity before insert or update of siret, approval_number on agencies for each row execute function keep_identity();
