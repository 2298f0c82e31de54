-- The second factor that an agency asks for is due at the next sign-in, as its setting says: nobody is stopped in the middle
-- of his work. Null: asked for before this migration, due at once.
alter table agencies
  add column second_factor_staff_since timestamptz,
  add column second_factor_everyone_since timestamptz;

create function date_second_factor() returns trigger language plpgsql as $$
begin
  -- Truncated: sessions are dated in milliseconds.
  if new.second_factor <> 'NOBODY' and old.second_factor = 'NOBODY' then
    new.second_factor_staff_since := date_trunc('milliseconds', now());
  end if;
  if new.second_factor = 'EVERYONE' and old.second_factor <> 'EVERYONE' then
    new.second_factor_everyone_since := date_trunc('milliseconds', now());
  end if;
  return new;
end $$;
create trigger agencies_second_factor_since before update of second_factor on agencies
  for each row when (new.second_factor is distinct from old.second_factor) execute function date_second_factor();
