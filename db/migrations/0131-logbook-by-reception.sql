-- The daily mail takes what was received since the mail before, however old it is.
create index logbook_events_by_reception on logbook_events (agency_id, received_at);
