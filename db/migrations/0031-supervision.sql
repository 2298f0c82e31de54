-- A note of the agency on a service (type 200, beside the types of 2 §4): only the agency reads it.
alter table service_events drop constraint service_events_type_check;
alter table service_events add constraint service_events_type_check check (type between 1 and 134 or type = 200);
alter policy agency on service_events
  using (agency_id = (select app_agency()) and case when (select app_whole()) then true
    when (select app_customer()) is not null then customer_show and app_service_seen(service_id)
    else type <> 200 and app_service_seen(service_id) end);
