-- Sealed by the application (server/kernel/sealed.ts): « key:hint:content ».
alter table agents add column social_security_number text, add column bank_details text;

-- Who could change a collaborator's sheet until now goes on being trusted with the whole of it.
update agents set rights = array_append(rights, 'readAgentSecrets')
  where 'editAgent' = any (rights) and not 'readAgentSecrets' = any (rights);
