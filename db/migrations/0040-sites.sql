-- A site that was archived with its customer reopens with it, in the state that it had.
alter table sites add column status_before integer check (status_before in (100, 200));

create function forget_status_before() returns trigger language plpgsql as $$
begin
  new.status_before := null;
  return new;
end $$;
create trigger forget_status_before before update of status on sites
  for each row when (old.status is distinct from new.status) execute function forget_status_before();

create index sites_reopening on sites (agency_id, customer_id) where status_before is not null;

-- The short code of a site, as core/sites/code.ts computes it: the search finds a site by it.
create function site_code(p_name text) returns text language sql immutable parallel safe
  as $$
  with words as (
    select word, place, lower(word collate "fr-x-icu") in
        ('a', 'au', 'aux', 'd', 'de', 'des', 'du', 'en', 'et', 'l', 'la', 'le', 'les', 'sous', 'sur') as little
    from unnest(regexp_split_to_array(
      regexp_replace(normalize(regexp_replace(regexp_replace(p_name, '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g'), NFD), '[\u0300-\u036f]', '', 'g')
        collate "fr-x-icu", '[^[:alnum:]]+')) with ordinality w (word, place)
    where word <> ''),
  kept as (
    select word, place, count(*) over () as words from words where not little or not exists (select from words o where not o.little))
  select coalesce(left(upper(string_agg(
      case when length(word) <= 4 and (word ~ '[0-9]' or word ~ '^[[:upper:]]{2,}$') then word
        else left(word, case words when 1 then 4 when 2 then 2 else 1 end) end, '' order by place) collate "fr-x-icu"), 5), '')
  from kept $$;
alter table sites add column code text not null generated always as (site_code(name)) stored;

update search s set words = concat_ws(' ', s.words, search_words_of(t.code))
  from sites t where s.entity = 'site' and s.agency_id = t.agency_id and s.id = t.id;
