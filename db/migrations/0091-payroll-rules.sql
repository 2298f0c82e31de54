-- The agency's rules that a month of pay was closed with: a rule that changes later changes no closed month. Null: closed
-- before they were kept, today's rules apply.
alter table payrolls add column rules jsonb;
