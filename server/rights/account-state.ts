/** An open invitation `i` of the profile `p`: one that went to an address which was corrected since opens nothing. */
export const isInvited = (i: string, p: string): string =>
  `${i}.agency_id = ${p}.agency_id and ${i}.profile_id = ${p}.id and ${i}.accepted_at is null and ${i}.email = lower(${p}.email)`;

/** Whether a collaborator or a contact can sign in (core/agents/account.ts), as SQL over his row `t`. */
export const accountState = (t: string): string =>
  `case when ${t}.user_id is not null then 'OPEN' else coalesce((select case when bool_or(i.expires_at > now()) then 'INVITED' when count(*) > 0 then 'EXPIRED' end
    from invitations i where ${isInvited('i', t)}), 'NONE') end`;
