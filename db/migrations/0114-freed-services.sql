-- The services that an accepted leave freed, with their versions since: they can be given back when it is no longer accepted.
alter table agent_requests add column freed jsonb not null default '{}';
drop trigger frozen on agent_requests;
create trigger frozen after update on agent_requests for each row when (old.status in (200, 300, 400))
  execute function refuse_frozen('status', 'sent', 'unavailability_id', 'unavailability_made', 'salary_element_id', 'freed', 'answered_by', 'asked_at', 'answered_at', 'awaited', 'updated_at', 'version');
