-- What one piece of a reference cost: what a site uses up or loses is a cost of its margin.
alter table stock_references add column purchase_price numeric(15, 4) check (purchase_price >= 0);
