-- The search finds phones however they are written, contacts, towns and the customer of a site.

-- The digits of a telephone number without its prefix: « 06 12… », « +33 6 12… » and « 0033 (0)6 12… » have the same.
-- Null: the text is not a number, or too short to be told from a postcode.
create function search_phone(p_query text) returns text language sql immutable parallel safe
  as $$ select case when length(d) >= 6 then ltrim(d, '0') end
    from (select regexp_replace(regexp_replace(trim(p_query), '^(\+|00)33', ''), '[^0-9]', '', 'g') as d) digits
    where trim(p_query) ~ '^\+?[0-9][0-9 ().-]*$' $$;

-- SQL condition: the text contains every search word, or the telephone number. The lists and the palette share it.
create or replace function search_condition(p_query text) returns text language plpgsql stable parallel safe
  as $$
  declare
    condition text := '';
    phone text := search_phone(p_query);
    word text;
  begin
    foreach word in array (regexp_split_to_array(trim(search_words_of(p_query)), '\s+'))[1:8] loop
      condition := condition || format(' and words like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end loop;
    if phone is not null then
      condition := format(' and (true%s or words like %L)', condition, '%' || phone || '%');
    end if;
    return condition;
  end $$;

-- An index limited by a right is named after its entity and the right.
create or replace function search_drop(p_entity text, p_id uuid) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from search where agency_id = app_agency() and (entity = p_entity or starts_with(entity, p_entity || ':')) and id = p_id $$;

revoke execute on function search_phone(text) from public;

-- The words of the rows that exist.
create function search_phones_of(p_phones text[]) returns text language sql immutable
  as $$ select string_agg(p || ' ' || regexp_replace(p, '[^0-9]', '', 'g'), ' ') from unnest(p_phones) p $$;
update search s set words = concat_ws(' ', s.words, search_words_of(c.name))
  from sites t join customers c on c.agency_id = t.agency_id and c.id = t.customer_id
  where s.entity = 'site' and s.agency_id = t.agency_id and s.id = t.id;
update search s set words = concat_ws(' ', s.words, search_words_of(concat_ws(' ', search_phones_of(t.phone), t.street, t.zipcode, t.city,
    (select string_agg(concat_ws(' ', l.firstname, l.lastname, l.email, search_phones_of(l.phone)), ' ')
      from contacts l where l.agency_id = t.agency_id and l.customer_id = t.id))))
  from customers t where s.entity = 'customer' and s.agency_id = t.agency_id and s.id = t.id;
update search s set words = concat_ws(' ', s.words, search_words_of(concat_ws(' ', t.street, t.zipcode, t.city)))
  from agents t where s.entity = 'agent' and s.agency_id = t.agency_id and s.id = t.id;
insert into search (agency_id, entity, id, words)
  select s.agency_id, 'agent:readAgentPhone', s.id, concat_ws(' ', s.words, search_phones_of(t.phone))
  from search s join agents t on t.agency_id = s.agency_id and t.id = s.id where s.entity = 'agent';
drop function search_phones_of(text[]);
