-- Signatures: a link that a newer one replaced is remembered by its digest, so that whoever holds it is told.
alter table signature_parties add column replaced_tokens text[] not null default '{}';
create index signature_parties_replaced on signature_parties using gin (replaced_tokens);
drop trigger kept_asked on signature_parties;
create trigger kept_asked before update on signature_parties for each row when (old.signed_at is null and old.refused_at is null)
  execute function refuse_signed_write('token_hash', 'token_until', 'told_at', 'code_hash', 'code_until', 'code_tries', 'codes_sent', 'codes_since', 'codes_of_link', 'opened_at',
    'signed_at', 'manual', 'drawing', 'typed', 'refused_at', 'refusal', 'replaced_tokens');
