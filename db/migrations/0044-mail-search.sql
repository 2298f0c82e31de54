-- « Suivi des e-mails » is searched by recipient and subject. Calls, jobs, erasures and retention write its events: a
-- trigger keeps their words.
create function search_email_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if tg_op = 'DELETE' then
      delete from search where agency_id = old.agency_id and entity = 'emailEvent' and id = old.id;
    else
      insert into search (agency_id, entity, id, words)
        values (new.agency_id, 'emailEvent', new.id, search_words_of(concat_ws(' ', new.email_subject, new.email)))
        on conflict (agency_id, entity, id) do update set words = excluded.words;
    end if;
    return null;
  end $$;
revoke execute on function search_email_event() from public;
create trigger search_words after insert or delete or update of email_subject, email on email_events
  for each row execute function search_email_event();

insert into search (agency_id, entity, id, words)
  select agency_id, 'emailEvent', id, search_words_of(concat_ws(' ', email_subject, email)) from email_events;
