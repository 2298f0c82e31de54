-- The contracts that a transfer of staff has ended: they follow its date (decision 102).
create table staff_transfer_leavers (
  agency_id uuid not null,
  staff_transfer_id uuid not null,
  contract_id uuid not null,
  agent_id uuid not null,
  primary key (agency_id, staff_transfer_id, contract_id),
  foreign key (agency_id, staff_transfer_id) references staff_transfers (agency_id, id) on delete cascade,
  foreign key (agency_id, contract_id) references agent_contracts (agency_id, id) on delete cascade,
  foreign key (agency_id, agent_id) references agents (agency_id, id) on delete cascade
);
create index staff_transfer_leavers_contract on staff_transfer_leavers (agency_id, contract_id);
create index staff_transfer_leavers_agent on staff_transfer_leavers (agency_id, agent_id);
select agency_table('staff_transfer_leavers');

insert into staff_transfer_leavers (agency_id, staff_transfer_id, contract_id, agent_id)
  select t.agency_id, t.id, c.id, c.agent_id from staff_transfers t
    join agent_contracts c on c.agency_id = t.agency_id and c.end_reason = 'TRANSFER' and c.end_date = t.transfer_date - 1
  where t.direction = 'OUT';

-- Of a replacement: when the absent employee is back. His own absence says nothing of it.
alter table transfer_people add column replaced_return date;
