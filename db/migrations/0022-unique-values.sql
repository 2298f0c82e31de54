-- Values that are unique in an agency: `unique: true` on the field (core/kernel/field.ts). Texts that differ only by
-- case are the same value. The ICU collation also folds accented capitals, independent of the server's locale. The
-- index is named <table>_<column>_key: server/kernel/problems.ts finds the refused field by that name.
create function unique_in_agency(p_table text, p_column text) returns void language plpgsql as $$
  declare
    is_text constant boolean := exists (select from pg_attribute
      where attrelid = p_table::regclass and attname = p_column and atttypid = 'text'::regtype);
  begin
    execute format('create unique index %I on %I (agency_id, %s)', p_table || '_' || p_column || '_key', p_table,
      format(case when is_text then 'lower(%I collate "fr-x-icu")' else '%I' end, p_column));
  end $$;
revoke execute on function unique_in_agency(text, text) from public;

alter table specialties drop constraint specialties_name_key;
alter table expiration_types drop constraint expiration_types_name_key;
alter table rights_sets drop constraint rights_sets_name_key;
select unique_in_agency(t, 'name') from unnest(array['specialties', 'expiration_types', 'rights_sets']) t;
