-- The end with which a plan that is not renewed was closed: what the platform opens again afterwards stays open.
alter table agency_subscriptions add column closed_for date;
update agency_subscriptions set closed_for = ends_on where plan_id is not null and not renews and ends_on < current_date and status <> 100;
