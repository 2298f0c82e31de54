-- X-004: the pieces of the stock that a line sells. Once billed, a reference is not removed.
alter table invoice_items add column stock_reference_id uuid,
  add foreign key (agency_id, stock_reference_id) references stock_references (agency_id, id);
create index invoice_items_stock on invoice_items (agency_id, stock_reference_id) where stock_reference_id is not null;
alter table estimate_items add column stock_reference_id uuid,
  add foreign key (agency_id, stock_reference_id) references stock_references (agency_id, id);
create index estimate_items_stock on estimate_items (agency_id, stock_reference_id) where stock_reference_id is not null;
