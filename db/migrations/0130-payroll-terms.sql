-- What a month of pay was computed from and bears no date: kind of employee, overtime of his own, choice for holidays. A
-- closed month is computed again with them (0091-payroll-rules.sql has the agency's rules). Null: closed before they were
-- kept, or only corrected in that month.
alter table payroll_rows add column terms jsonb;
