-- The words of mails: a subject for each kind of paper, and a message for those that had none (L-015). Null: the product's.
do $$
declare
  prefix text;
begin
  foreach prefix in array array['estimate', 'invoice', 'purchase_order', 'agent_planning', 'customer_planning', 'hours_count', 'event_report', 'agent_expiration'] loop
    execute format('alter table agencies add column %I text', prefix || '_subject');
  end loop;
  foreach prefix in array array['payment_reminder', 'contract_sign', 'contract_remind', 'contract_cancel', 'document_mail', 'request_answer'] loop
    execute format('alter table agencies add column %I text, add column %I text', prefix || '_subject', prefix || '_message');
  end loop;
end $$;
create or replace view agency_records with (security_invoker = true) as select a.id as agency_id, a.* from agencies a;
grant update (estimate_subject, invoice_subject, purchase_order_subject, agent_planning_subject, customer_planning_subject, hours_count_subject,
  event_report_subject, agent_expiration_subject, payment_reminder_subject, payment_reminder_message, contract_sign_subject, contract_sign_message,
  contract_remind_subject, contract_remind_message, contract_cancel_subject, contract_cancel_message, document_mail_subject, document_mail_message,
  request_answer_subject, request_answer_message) on agencies to :app;
