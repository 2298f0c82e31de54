// The authorisation of the caller's agency, as its settings hold it.
import { type Authorisation, unauthorised } from '#core/marketplace/authorisation.ts';
import { isSubcontracting } from '#core/marketplace/offer.ts';
import type { Db } from '#server/db/database.ts';

export interface OwnAgency extends Authorisation, Record<string, unknown> {
  name: string;
  siret: string | null;
  french: boolean;
  today: string;
}

export async function ownAgency(db: Db): Promise<OwnAgency> {
  const [row] = await db.query<OwnAgency>({
    name: 'market-agency',
    text: `select g.name, g.siret, g.approval_number as "approvalNumber", g.approval_expires_at::text as "approvalExpiresAt",
        app_french() as french, app_today()::text as today from agencies g where g.id = app_agency()`,
  });
  return row as OwnAgency;
}

/** Why this agency may neither publish nor answer such an announcement; null: it may. Only France asks for it. */
export const ownRefusal = (
  agency: OwnAgency,
  { type, endsOn }: { type: number; endsOn: string | null },
): string | null =>
  agency.french && isSubcontracting(type)
    ? unauthorised(agency, { today: agency.today, until: endsOn, party: 'own' })
    : null;
