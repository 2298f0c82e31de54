-- The hour of the position of an alarm, where it is older: that of a phone which fell silent is the last one known.
alter table alarms add column located_at timestamptz;
