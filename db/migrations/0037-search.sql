-- A telephone number is searched as one number: its pairs of digits, taken one by one, are in many other numbers.
-- SQL condition: the text contains every search word; or, for a number, the number as typed or its digits.
create or replace function search_condition(p_query text) returns text language plpgsql stable parallel safe
  as $$
  declare
    condition text := '';
    phone text := search_phone(p_query);
    typed text := trim(search_words_of(p_query));
    word text;
  begin
    foreach word in array case when phone is null then (regexp_split_to_array(typed, '\s+'))[1:8] else array[typed] end loop
      condition := condition || format(' and words like %L', '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%');
    end loop;
    if phone is not null then
      condition := format(' and (true%s or words like %L)', condition, '%' || phone || '%');
    end if;
    return condition;
  end $$;
