-- Every word asked for stands somewhere: one condition, for the lists and for the palette.
create function search_condition(p_query text) returns text language plpgsql stable parallel safe
  as $$
  declare
    condition text := '';
    word text;
  begin
    foreach word in array (regexp_split_to_array(trim(search_words_of(p_query)), '\s+'))[1:8] loop
      condition := condition || format(' and words like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end loop;
    return condition;
  end $$;

create or replace function search_ids(p_entity text, p_query text) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$ begin
    return query execute 'select id from search where agency_id = $1 and entity = $2' || search_condition(p_query)
      using app_agency(), p_entity;
  end $$;

-- The best first: the title begins with what was asked (0), a word does (1), the rest (2). The words of a record begin
-- with its title. `p_most` spares the sorting of thousands; it is for those who see the whole agency, since the policies
-- of the records have not spoken yet.
create function search_best(p_entity text, p_query text, p_most integer) returns table (id uuid, rank integer)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  as $$ begin
    return query execute
      'select id, case when starts_with(words, $3) then 0 when strpos(words, '' '' || $3) > 0 then 1 else 2 end
        from search where agency_id = $1 and entity = $2' || search_condition(p_query) || ' order by 2, words limit $4'
      using app_agency(), p_entity, trim(search_words_of(p_query)), p_most;
  end $$;

revoke execute on function search_condition(text), search_best(text, text, integer) from public;
grant execute on function search_best(text, text, integer) to :app, :platform;
