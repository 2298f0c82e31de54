/** Whether a collaborator or a contact can sign in (core/agents/account.ts), as SQL over his row `t`. */
export const accountState = (t: string): string =>
  `case when ${t}.user_id is not null then 'OPEN' else coalesce((select case when bool_or(i.expires_at > now()) then 'INVITED' when count(*) > 0 then 'EXPIRED' end
    from invitations i where i.agency_id = ${t}.agency_id and i.profile_id = ${t}.id and i.accepted_at is null), 'NONE') end`;
