-- The stops of a tour are a part of its publication (O-001, O-002): what changes in them changes the tour, and its
-- people are told.

create or replace function service_facts(s services) returns jsonb language plpgsql stable parallel safe
  as $$ begin
    -- Times as UTC text: JSON would write them in the session's time zone.
    return jsonb_build_object('startAt', to_char(s.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'endAt', to_char(s.end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'site', s.site_id, 'postTitle', s.post_title, 'status', s.status = 700,
      'agents', (select coalesce(jsonb_agg(a.agent_id order by a.agent_id), '[]') from service_agents a
        where a.agency_id = s.agency_id and a.service_id = s.id))
      || case when s.is_circuit then coalesce((select jsonb_build_object('stops', jsonb_agg(jsonb_build_object(
          'id', o.id, 'site', o.site_id, 'arrival', to_char(o.arrival, 'HH24:MI'), 'minutes', o.minutes) order by o.id))
        from service_stops o where o.agency_id = s.agency_id and o.service_id = s.id having count(*) > 0), '{}') else '{}' end;
  end $$;

create trigger service_stops_put after insert on service_stops referencing new table as lines for each statement execute function keep_publications();
create trigger service_stops_changed after update on service_stops referencing new table as lines for each statement execute function keep_publications();
create trigger service_stops_taken after delete on service_stops referencing old table as lines for each statement execute function keep_publications();

-- Of tours published before: the stops that people were told of, which are the copies that were published.
alter table agencies no force row level security;
alter table services no force row level security, disable trigger user;
alter table service_stops no force row level security;
alter table published_services no force row level security;
with tours as (
  select s.agency_id, s.id, service_facts(s)->'stops' as planned, s.end_at < now() or not exists (select from services c
      where c.agency_id = s.agency_id and c.circuit_id = s.id and c.publication <> 'PUBLISHED') and not exists (select from published_services c
      where c.agency_id = s.agency_id and c.circuit_id = s.id and c.removed) as is_current,
    (select jsonb_agg(jsonb_build_object('id', p.id, 'site', p.site_id, 'arrival', to_char(p.start_at at time zone g.time_zone, 'HH24:MI'),
        'minutes', (extract(epoch from p.end_at - p.start_at) / 60)::integer) order by p.id)
      from published_services p where p.agency_id = s.agency_id and p.circuit_id = s.id) as told
  from services s join agencies g on g.id = s.agency_id where s.is_circuit and s.published is not null),
told as (select *, case when is_current then planned else told end as stops from tours)
update services s set published = s.published || case when t.stops is null then '{}' else jsonb_build_object('stops', t.stops) end,
  publication = case when t.stops is distinct from t.planned then 'CHANGED' else s.publication end
from told t where s.agency_id = t.agency_id and s.id = t.id;
alter table published_services force row level security;
alter table service_stops force row level security;
alter table services force row level security, enable trigger user;
alter table agencies force row level security;
