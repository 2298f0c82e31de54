-- A provider's events name a mail by its Message-ID alone, not its agency.
create index emails_by_id on emails (id);
