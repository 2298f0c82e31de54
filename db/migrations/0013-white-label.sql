-- Brands are a file of the operator's (docs/decisions/015-white-label.md): one source, the same for every process.
drop table tenants;

-- The host name under which a mail was caused: it leaves under that brand. Null: caused by no call.
alter table emails add column host text;
alter table platform_emails add column host text;
