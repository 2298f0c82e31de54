-- An agency uses up what was bought for it, and gives itself nothing: only the platform raises these (decision 109).
create function prepaid_only_falls() returns trigger language plpgsql as $$
  begin
    if app_agency() = new.id and (
      (old.prepaid_signatures is not null and (new.prepaid_signatures is null or new.prepaid_signatures > old.prepaid_signatures))
      or (old.prepaid_payslips is not null and (new.prepaid_payslips is null or new.prepaid_payslips > old.prepaid_payslips))
    ) then
      raise exception 'only the platform gives prepaid acts' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
create trigger prepaid_only_falls before update of prepaid_signatures, prepaid_payslips on agencies
  for each row execute function prepaid_only_falls();
