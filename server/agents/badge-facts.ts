// The content of a badge, for printing and for the public page of its code.

import { badgeMessages, cardState, type readBadgeInfos } from '#core/agents/badge.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { contentOf, type FileStore } from '#server/files/store.ts';
import { Bounded } from '#server/kernel/bounded.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import type { BadgeFacts } from '#server/pdf/badge.ts';
import { draw } from '#server/pdf/drawing.ts';

/** The confirmed end of the professional card; the latest of several. */
const cardEnd = `(select max(e.expires_at)::text from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id
  where e.agency_id = a.agency_id and e.agent_id = a.id and y.is_card)`;
const photoHash = `(select f.hash from files f where f.agency_id = a.agency_id and f.id = a.profile_picture_id)`;

/** F-050: of his specialties, those chosen for the badge; if none is chosen, all. */
const specialties = (more = ''): string =>
  `(select array_agg(s.name order by s.name collate "fr-x-icu") from agent_specialties l join specialties s on s.agency_id = l.agency_id and s.id = l.specialty_id
    where l.agency_id = a.agency_id and l.agent_id = a.id ${more})`;
const chosen = `and l.specialty_id in (select b.specialty_id from agent_badge_specialties b where b.agency_id = a.agency_id and b.agent_id = a.id)`;

export interface BadgeRow extends Omit<BadgeFacts, 'photo' | 'url' | 'company'> {
  id: string;
  type: string;
  status: number;
  code: string;
  photoHash: string | null;
  companyName: string | null;
  companySiret: string | null;
}

export async function badgeRow(db: Db, id: string): Promise<BadgeRow> {
  const [row] = isUuid(id)
    ? await db.query<BadgeRow & Record<string, unknown>>({
        name: 'badge-row',
        text: `select a.id, a.type, a.status, a.badge_code as code, a.firstname, a.lastname, a.position, a.card_number as "cardNumber",
            ${cardEnd} as "cardExpiresAt", ${photoHash} as "photoHash", a.external_company_name as "companyName", a.external_company_siret as "companySiret",
            coalesce(${specialties(chosen)}, ${specialties()}, '{}') as specialties,
            (select coalesce(json_agg(json_build_object('name', d.name, 'chipNumber', d.chip_number) order by d.rank, d.id), '[]')
              from agent_dogs d where d.agency_id = a.agency_id and d.agent_id = a.id) as dogs
          from agents a where a.id = $1 and a.status <> 400`,
        values: [id],
      })
    : [];
  if (!row) throw new Problem('missing', 'Collaborateur introuvable');
  return row;
}

/** Former agents and candidates have no badge. */
export function refuseWithoutBadge({ status, type }: BadgeRow): void {
  if (status >= 300) throw new Problem('conflict', badgeMessages.gone);
  if (type === 'NOMINEE') throw new Problem('conflict', badgeMessages.candidate);
}

/** The photo for printing; null if there is none or it cannot be drawn. */
export async function photoOf(files: FileStore, hash: string | null): Promise<Buffer | null> {
  const content = await contentOf(files, hash);
  return content && draw('portraitOf', content);
}

/** Whoever scans a code may ask again and again: a portrait, about 20 kB, is drawn once. */
const portraits = new Bounded<Promise<Buffer | null>>(200);
const kept = 3_600_000;

export function publicPhoto(files: FileStore, hash: string | null): Promise<Buffer | null> {
  if (hash === null) return Promise.resolve(null);
  const now = Date.now();
  const known = portraits.get(hash, now);
  if (known) return known;
  const made = photoOf(files, hash);
  portraits.set(hash, made, now + kept);
  const forget = (): void => portraits.deleteWhere((one) => one === made);
  // What failed once, or has not arrived yet, may succeed later.
  made.then((photo) => photo ?? forget(), forget);
  return made;
}

export interface PublicBadge {
  badge: Output<typeof readBadgeInfos>['badge'];
  photoHash: string | null;
  /** The agency's time zone. */
  timeZone: string;
}

/** Runs as the platform, because the call names no agency; selects only the public fields. */
export async function publicBadge(db: Db, code: string): Promise<PublicBadge> {
  const [row] = /^[0-9a-f]{32}$/.test(code)
    ? await db.query<
        Record<'name' | 'agency' | 'today' | 'timeZone', string> &
          Record<'cardNumber' | 'cardExpiresAt' | 'photoHash', string | null>
      >({
        name: 'public-badge',
        text: `select a.firstname || ' ' || a.lastname as name, g.name as agency, a.card_number as "cardNumber", ${cardEnd} as "cardExpiresAt",
            ${photoHash} as "photoHash", (now() at time zone g.time_zone)::date::text as today, g.time_zone as "timeZone"
          from agents a join agencies g on g.id = a.agency_id
          where a.badge_code = $1 and a.status in (100, 200) and a.type <> 'NOMINEE'`,
        values: [code],
      })
    : [];
  if (!row) throw new Problem('missing', badgeMessages.unknown);
  const { name, agency, cardNumber, cardExpiresAt, today } = row;
  const state = cardState(cardNumber, cardExpiresAt, today);
  return {
    badge: {
      name,
      agency,
      cardNumber,
      cardExpiresAt,
      state,
      inOrder: state === 'VALID',
      photoUrl: row.photoHash ? `/badge/${code}/photo` : null,
    },
    photoHash: row.photoHash,
    timeZone: row.timeZone,
  };
}
