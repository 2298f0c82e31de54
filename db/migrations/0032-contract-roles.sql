-- C-006: platform users who edit the templates of agents' and of customers' contracts.
alter table users add agent_admin boolean not null default false, add customer_admin boolean not null default false;
