-- Each writer of a lock lifts its own, never by its words (decision 106): an order paid does not open what payments or the platform closed.

create or replace function lock_subscription(p_buyer uuid, p_prefix text, p_message text)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if app_agency() is distinct from platform_agency() then
      raise exception 'only the platform' using errcode = 'insufficient_privilege';
    end if;
    -- p_prefix is read no more.
    update agencies set errors = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(errors) e where e ->> 'by' is distinct from 'subscriptions')
        || case when p_message is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('message', p_message, 'lock', true, 'by', 'subscriptions')) end
      where id = p_buyer;
  end $$;

-- Only subscriptions wrote this sentence.
update agencies set errors = (select jsonb_agg(case when e ->> 'message' = 'Abonnement expiré : votre essai gratuit est terminé' and not e ? 'by'
      then e || '{"by": "subscriptions"}' else e end order by n) from jsonb_array_elements(errors) with ordinality as x (e, n))
  where errors @> '[{"message": "Abonnement expiré : votre essai gratuit est terminé"}]';

-- A settled invoice suspends again if its debit comes back.
alter table agency_invoices no force row level security;
update agency_invoices set suspended_at = null, reminders = 0 where settled_at is not null and suspended_at is not null;
alter table agency_invoices force row level security;
