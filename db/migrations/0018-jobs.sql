-- Jobs: grants on the queue. The queue creates its schema `jobs` (server/jobs/install.ts) before the migrations run.

grant usage on schema jobs to :platform, :app;
grant select, insert, update, delete on all tables in schema jobs to :platform;
-- Tables added by a later version of the queue.
alter default privileges in schema jobs grant select, insert, update, delete on tables to :platform;

-- A request enqueues in its own transaction, only for its own agency, and reads nothing else of the queue.
grant select on jobs.queue to :app;
grant insert on jobs.job_common to :app;
grant select (id, start_after, group_id) on jobs.job_common to :app;
alter table jobs.job enable row level security;
alter table jobs.job_common enable row level security;
create policy platform on jobs.job to :platform using (true) with check (true);
create policy platform on jobs.job_common to :platform using (true) with check (true);
create policy agency on jobs.job_common for insert to :app with check (group_id = (select app_agency())::text);
create policy own on jobs.job_common for select to :app using (group_id = (select app_agency())::text);
