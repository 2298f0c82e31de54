-- Time gaps (area Q): a lateness or a departure is noted when it is over; a break is planned, begun, ended (Q-002).
create function settle_gap() returns trigger language plpgsql as $$
begin
  new.status := 300;
  return new;
end $$;
create trigger settle_gap before insert on service_breaks for each row when (new.type <> 0 and new.status = 100) execute function settle_gap();
