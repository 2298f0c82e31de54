// The agency of a call, for its documents.
import type { AgencyIdentity } from '#core/agencies/mentions.ts';
import { formatMoney, scaleOf } from '#core/kernel/money.ts';
import { contentOf } from '#server/files/store.ts';
import type { Call } from '#server/kernel/call.ts';
import { draw } from './drawing.ts';
import type { Orderer } from './lane.ts';

export interface House extends AgencyIdentity {
  /** PNG. */
  logo: Buffer | null;
  /** Today in the agency's time zone. */
  today: string;
  timeZone: string;
  /** The currency of its amounts. */
  currency: string;
  /** Who asked for the document, for his turn. */
  by?: Orderer;
}

interface Row extends Omit<House, 'capital' | 'logo'>, Record<string, unknown> {
  capital: number | null;
}

/** Whole euros are written without cents. */
export const capitalInWords = (amount: number | null, currency: string): string | null =>
  amount === null ? null : formatMoney(amount, currency, Number.isInteger(amount) ? 0 : scaleOf(currency));

/** A file is known by its digest: the same logo is drawn once. */
const drawnLogos = new Map<string, Buffer | null>();
const mostLogos = 50;

async function logoDrawn(hash: string, content: Buffer): Promise<Buffer | null> {
  const kept = drawnLogos.get(hash);
  if (kept !== undefined) return kept;
  const drawn = await draw('logoOf', content);
  if (drawnLogos.size >= mostLogos) drawnLogos.delete(drawnLogos.keys().next().value as string);
  drawnLogos.set(hash, drawn);
  return drawn;
}

export async function identityOf({ db, context, services }: Pick<Call, 'db' | 'context' | 'services'>): Promise<House> {
  const [row] = await db.query<Row>({
    name: 'agency-identity',
    text: `select g.name, g.legal_status as "legalForm", g.capital_amount as capital, g.currency, g.siret, g.rcs_name as rcs, g.vat_number as "vatNumber",
        g.approval_number as "approvalNumber", g.email, nullif(g.phone[1], '') as phone, app_french() as "isFrench", g.id = platform_agency() as "isPlatform",
        app_today()::text as today, g.time_zone as "timeZone",
        nullif(concat_ws(', ', g.street, nullif(concat_ws(' ', g.zipcode, g.city), '')), '') as address
      from agencies g where g.id = app_agency()`,
  });
  // As the platform: every document shows the logo, even if the caller may not open the file.
  const { rows } = await services.database.platform.query<{ hash: string | null }>({
    name: 'agency-logo',
    text: 'select f.hash from agencies g join files f on f.agency_id = g.id and f.id = g.logo_id where g.id = $1',
    values: [context.agency],
  });
  const logo = await contentOf(services.files, rows[0]?.hash ?? null);
  const { capital, ...identity } = row as Row;
  return {
    ...identity,
    by: { agency: context.agency, user: context.user },
    capital: capitalInWords(capital, identity.currency),
    logo: logo && (await logoDrawn(rows[0]?.hash ?? '', logo)),
  };
}
