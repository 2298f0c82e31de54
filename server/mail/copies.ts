// Who is put in copy of what the agency mails (C-035).

import type { Right } from '#core/rights.ts';
import { activeStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';

/**
 * The addresses of the holders of the right who have an account. The stored rights alone count: else the owner, who may
 * everything, would be in copy of every mail.
 */
export async function copiesOf(db: Db, right: Right): Promise<string[]> {
  const rows = await db.query<{ address: string }>({
    name: 'mail-copies',
    text: `select distinct lower(a.email) as address from agents a where a.agency_id = app_agency() and a.status = ${activeStatus} and a.user_id is not null
      and a.email is not null and $1 = any (a.rights) order by 1`,
    values: [right],
  });
  return rows.map(({ address }) => address);
}
