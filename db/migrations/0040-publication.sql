-- Whether its agents know a service as it is, kept with it: worked out at each reading, it took half of the time of a month
-- of planning.
alter table services add column publication text not null default 'DRAFT' check (publication in ('DRAFT', 'PUBLISHED', 'CHANGED'));

create function service_publication(s services) returns text language plpgsql stable parallel safe
  as $$ begin
    return case when s.published_at is null then 'DRAFT' when s.published = service_facts(s) then 'PUBLISHED' else 'CHANGED' end;
  end $$;

create function keep_publication() returns trigger language plpgsql as $$
begin
  new.publication := service_publication(new);
  return new;
end $$;
create trigger service_published before insert on services for each row execute function keep_publication();
-- Only by what its agents are told: what an agent makes of it in the field changes none of that, and he sees none of the others on it.
create trigger service_changed before update on services for each row
  when ((old.start_at, old.end_at, old.site_id, old.post_title, old.status = 700, old.published_at, old.published)
    is distinct from (new.start_at, new.end_at, new.site_id, new.post_title, new.status = 700, new.published_at, new.published))
  execute function keep_publication();

create function keep_publications() returns trigger language plpgsql as $$
begin
  update services s set publication = service_publication(s) from (select distinct agency_id, service_id from lines) l
    where s.agency_id = l.agency_id and s.id = l.service_id and s.published_at is not null and s.publication <> service_publication(s);
  return null;
end $$;
create trigger service_agents_put after insert on service_agents referencing new table as lines for each statement execute function keep_publications();
create trigger service_agents_taken after delete on service_agents referencing old table as lines for each statement execute function keep_publications();

alter table services no force row level security;
alter table service_agents no force row level security;
update services s set publication = service_publication(s) where s.published_at is not null;
alter table services force row level security;
alter table service_agents force row level security;
