-- The last round of a site, and those of a month.
drop index round_executions_site;
create index round_executions_site on round_executions (agency_id, site_id, started_at);
