-- Alarms are listed by their arrival: the clock of a phone may be wrong.
create index alarms_by_reception on alarms (agency_id, received_at, id);
