-- Documents with an end that somebody still has to follow: those of people and customers who left need no action.
create view document_due with (security_invoker = true) as
  select d.agency_id, d.id, d.name, d.target, d.agent_id, d.customer_id, d.expired_at, d.version, d.updated_at
  from documents d
  where d.expired_at is not null
    and (d.agent_id is null or exists (select from agents a where a.agency_id = d.agency_id and a.id = d.agent_id and a.status in (100, 200)))
    and (d.customer_id is null or exists (select from customers c where c.agency_id = d.agency_id and c.id = d.customer_id and c.status <> 300));
grant select on document_due to :platform, :app;
