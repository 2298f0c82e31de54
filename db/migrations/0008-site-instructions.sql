-- Rich text in SQL, and the instructions of sites with who read them.

-- The words of rich text that the server has let in (core/kernel/html.ts has the same; a test compares the two).
create function html_text(html text) returns text language sql immutable parallel safe
  as $$ select trim(regexp_replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html, '</?(strong|em|u|s|a|b|i|span)(\s[^<>]*)?>', '', 'gi'), '<[^<>]*(>|$)', ' ', 'g'),
      '&nbsp;', ' '), chr(160), ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'), '\s+', ' ', 'g')) $$;

-- What a table shows of it: a list must not carry whole books. Still HTML, one character longer than what is shown.
create function html_preview(html text) returns text language sql immutable parallel safe
  as $$ select replace(replace(replace(left(html_text(left(html, 8000)), 145), '&', '&amp;'), '<', '&lt;'), '>', '&gt;') $$;

create table site_instructions (
  agency_id uuid not null references agencies (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  title text not null,
  content text,
  date timestamptz not null default now(),
  status integer not null default 100 check (status in (100, 300)),
  -- When its words or files last changed: who read it before has not read it.
  changed_at timestamptz not null default now(),
  -- Who wrote them needs not read them.
  changed_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (agency_id, id),
  foreign key (agency_id, site_id) references sites (agency_id, id) on delete cascade
);
create index site_instructions_by_date on site_instructions (agency_id, date, id);
create index site_instructions_of on site_instructions (agency_id, site_id, date);

create table site_instruction_content_images (
  agency_id uuid not null,
  site_instruction_id uuid not null,
  file_id uuid not null,
  primary key (agency_id, site_instruction_id, file_id),
  foreign key (agency_id, site_instruction_id) references site_instructions (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index site_instruction_content_images_file on site_instruction_content_images (agency_id, file_id);

create table site_instruction_files (
  agency_id uuid not null,
  site_instruction_id uuid not null,
  file_id uuid not null,
  rank integer not null default 0,
  primary key (agency_id, site_instruction_id, file_id),
  foreign key (agency_id, site_instruction_id) references site_instructions (agency_id, id) on delete cascade,
  foreign key (agency_id, file_id) references files (agency_id, id)
);
create index site_instruction_files_file on site_instruction_files (agency_id, file_id);

-- Names are copied: a receipt outlives the account.
create table site_instruction_readers (
  agency_id uuid not null,
  site_instruction_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('AGENCY', 'CUSTOMER')),
  read_at timestamptz not null default now(),
  primary key (agency_id, site_instruction_id, user_id),
  foreign key (agency_id, site_instruction_id) references site_instructions (agency_id, id) on delete cascade
);
create index site_instruction_readers_user on site_instruction_readers (user_id);

do $$
declare
  t text;
begin
  foreach t in array array['site_instructions', 'site_instruction_content_images', 'site_instruction_files', 'site_instruction_readers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('grant select, insert, update, delete on %I to :platform', t);
    execute format('create policy platform on %I to :platform using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to :app', t);
    -- A receipt is for good.
    if t <> 'site_instruction_readers' then
      execute format('grant delete on %I to :app', t);
      execute format('create policy removal on %I as restrictive for delete to :app using (agency_id = (select app_agency()) and (select app_whole()))', t);
    end if;
  end loop;
end $$;

-- What stands on a site follows the site and its own rights; only the agency writes. Archived ones are the agency's affair.
create policy agency on site_instructions to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    else status = 100 and app_site_opens(site_id, 'readInstructions') end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

create function app_instruction_seen(instruction uuid) returns boolean language plpgsql stable parallel safe
  as $$ begin return exists (select from site_instructions i where i.agency_id = app_agency() and i.id = instruction); end $$;

create policy agency on site_instruction_content_images to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_instruction_seen(site_instruction_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));
create policy agency on site_instruction_files to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else app_instruction_seen(site_instruction_id) end)
  with check (agency_id = (select app_agency()) and (select app_whole()));

-- The agency sees every receipt; anybody else his own, and writes none but his own.
create policy agency on site_instruction_readers to :app
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true else user_id = app_user() end)
  with check (agency_id = (select app_agency()) and user_id = (select app_user()) and app_instruction_seen(site_instruction_id));

call app_hold_files();
