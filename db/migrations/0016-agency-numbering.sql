-- H-014: who holds the right changes the prefix of the customers' numbers. Column by column: what else an agency is stays
-- out of reach of its own calls until a migration says otherwise.
alter table agencies add constraint agencies_customer_number_prefix check (length(customer_number_prefix) <= 20);
grant update (customer_number_prefix, version) on agencies to :app;
create policy settings on agencies for update to :app
  using (id = (select app_agency()) and (select app_whole())) with check (id = (select app_agency()) and (select app_whole()));
