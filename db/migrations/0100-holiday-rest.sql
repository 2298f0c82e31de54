-- Art. 9.05 of the branch agreement: at the employee's choice, rest of the same length instead of the allowance of a holiday.
alter table agents add column holiday_rest boolean not null default false;
