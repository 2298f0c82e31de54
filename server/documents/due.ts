/** Documents with an end that somebody still has to follow: those of people and customers who left need no action. */
export const isDue = (t: string): string =>
  `${t}.expired_at is not null and (${t}.agent_id is null or ${t}.agent_id in (select a.id from agents a where a.status in (100, 200)))
    and (${t}.customer_id is null or ${t}.customer_id in (select c.id from customers c where c.status <> 300))`;
