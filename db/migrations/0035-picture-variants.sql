-- Pictures in the sizes in which screens show them lie in the file store under a name that follows from their original's
-- (server/files/variants.ts): the sweep knows them by it, and leaves them as long as there is a file.

create function file_variant(hash text, size integer) returns text language sql immutable strict parallel safe
  return encode(sha256(convert_to(hash || ' ' || size, 'UTF8')), 'hex');

create index files_small on files (file_variant(hash, 320)) where mime_type like 'image/%';
create index files_wide on files (file_variant(hash, 1500)) where mime_type like 'image/%';
