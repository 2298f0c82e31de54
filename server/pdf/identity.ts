// Who the agency of the transaction is, for the papers it hands out.
import type { AgencyIdentity } from '#core/agencies/mentions.ts';
import type { Db } from '#server/db/database.ts';

export interface House extends AgencyIdentity {
  /** The day it is there. */
  today: string;
  timeZone: string;
}

export async function identityOf(db: Db): Promise<House> {
  const [row] = await db.query<House & Record<string, unknown>>({
    name: 'agency-identity',
    // The legal form is a setting of the agency: read by its name where the column stands.
    text: `select g.name, to_jsonb(g) ->> 'legal_status' as "legalForm", g.siret, g.approval_number as "approvalNumber", g.email,
        nullif(g.phone[1], '') as phone, app_french() as "isFrench", app_today()::text as today, g.time_zone as "timeZone",
        nullif(concat_ws(', ', g.street, nullif(concat_ws(' ', g.zipcode, g.city), '')), '') as address
      from agencies g where g.id = app_agency()`,
  });
  return row as House;
}
