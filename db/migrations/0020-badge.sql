-- What the code of an agent's badge opens: drawn at random (122 bits), renewed when a badge is lost. No unique
-- constraint: it would tell one agency of another's.
alter table agents add column badge_code text not null default replace(gen_random_uuid()::text, '-', '');
create index agents_badge_code on agents (badge_code);
