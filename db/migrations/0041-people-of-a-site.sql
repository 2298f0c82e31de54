-- Who works on a site is known by its services: those of the last month and those to come. Whoever is barred from it is none.
create function app_people_of_site(site uuid) returns setof uuid language plpgsql stable parallel safe rows 20
  as $$ begin
    -- On the stops of a tour are the people of the tour.
    return query select distinct h.agent_id from services s
        join service_agents h on h.agency_id = s.agency_id and h.service_id = coalesce(s.circuit_id, s.id)
      where s.agency_id = app_agency() and s.site_id = site and s.status <> 700 and s.start_at > now() - interval '33 days' and s.end_at > now() - interval '30 days'
        and not exists (select from site_users b where b.agency_id = s.agency_id and b.site_id = site and b.agent_id = h.agent_id);
  end $$;

create or replace function app_note_members(note uuid) returns setof uuid language plpgsql stable parallel safe rows 100
  as $$ begin
    return query select a.id from information_notes n join agents a on a.agency_id = n.agency_id and a.status = 100
      where n.agency_id = app_agency() and n.id = note and case n.recipients
        when 'CHOSEN' then exists (select from information_note_agents c where c.agency_id = n.agency_id and c.information_note_id = n.id and c.agent_id = a.id)
        when 'SPECIALTIES' then a.type <> 'NOMINEE' and exists (select from information_note_specialties s join agent_specialties h
            on h.agency_id = s.agency_id and h.specialty_id = s.specialty_id and h.agent_id = a.id
          where s.agency_id = n.agency_id and s.information_note_id = n.id)
        when 'SITES' then a.type <> 'NOMINEE' and a.id in (select app_people_of_site(s.site_id) from information_note_sites s
          where s.agency_id = app_agency() and s.information_note_id = note)
        else a.type <> 'NOMINEE' end;
  end $$;

drop function app_works_at(uuid, uuid);
