-- Reprise du personnel: the services that the leaving freed, with their versions since, to give them back when the date moves later.
alter table staff_transfer_leavers add column freed jsonb not null default '{}';
