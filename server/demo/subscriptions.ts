// What the demo's platform sells, the subscriptions of the two agencies, and their orders in every status.
import { platformAgencyId } from '#core/kernel/platform.ts';
import { ArticleOrder, dateOfStatus } from '#core/subscriptions/article-order.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** Of every installation (db/migrations/0105-subscriptions.sql). */
const plan = '00000000-0000-4000-8000-000000000101';

interface Sold {
  name: string;
  type: number;
  price: number;
  yearly?: number;
  description: string;
  sheets?: number;
  signatures?: number;
  status?: number;
}

const offers: readonly Sold[] = [
  { name: 'Suivi du site professionnel', type: 3, price: 29.9, yearly: 328.9, description: 'Votre site, tenu à jour.' },
  { name: 'Pack de 100 signatures', type: 210, price: 89, signatures: 100, description: 'Dix pour cent de moins.' },
  { name: 'Pack de 50 fiches', type: 200, price: 69, sheets: 50, description: 'Cinquante fiches collaborateur.' },
  { name: 'Pack de démarrage', type: 100, price: 149, description: 'Badges, tour de cou et guide de prise de poste.' },
  { name: 'Lot de 10 badges', type: 300, price: 39, description: 'Imprimés à votre logo.' },
  { name: 'Pastilles NFC, par 20', type: 300, price: 45, description: 'Pour les points de contrôle des rondes.' },
  { name: 'Ancien lot de badges', type: 300, price: 35, description: 'Remplacé.', status: 200 },
];

const ordered: readonly (readonly [name: string, quantity: number, status: number, daysAgo: number])[] = [
  ['Lot de 10 badges', 3, 400, 80],
  ['Pastilles NFC, par 20', 2, 300, 6],
  ['Pack de démarrage', 1, 200, 3],
  ['Lot de 10 badges', 1, 100, 0],
  ['Pastilles NFC, par 20', 5, 500, 40],
];

async function insertOffers(db: Db): Promise<void> {
  for (const { name, type, price, yearly, description, sheets = 0, signatures = 0, status = 100 } of offers)
    await db.query({
      text: `insert into ${AgencyOffer.table} (agency_id, id, name, type, price, yearly_price, description, sheets, signatures, status) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [platformAgencyId, uuidv7(), name, type, price, yearly ?? null, description, sheets, signatures, status],
    });
}

/** Paid since two months, to be renewed in a few days or weeks; the first one counts its signatures. */
async function subscribe(db: Db, buyer: string, rank: number): Promise<void> {
  await db.query({
    text: `update agency_subscriptions set status = 100, plan_id = $2, is_free_trial_done = true, trial_ends_on = current_date - 80,
        starts_on = current_date - 60, ends_on = current_date + $3::integer where buyer_id = $1`,
    values: [buyer, plan, rank === 0 ? 21 : 12],
  });
  await db.query({
    text: `update agencies set last_use_at = now() - interval '2 hours', prepaid_signatures = case when $2 then 164 else prepaid_signatures end where id = $1`,
    values: [buyer, rank === 0],
  });
}

async function insertArticleOrders(db: Db, buyer: string, address: string): Promise<void> {
  for (const [name, quantity, status, ago] of ordered) {
    const dates = [200, 300, 400, 500].map((code) => {
      const isPast = code === 500 ? status === 500 : status !== 500 && code <= status;
      return isPast && dateOfStatus[code] ? ago - Math.min(ago, (code - 200) / 100) : null;
    });
    await db.query({
      text: `insert into ${ArticleOrder.table} (agency_id, id, buyer_id, agency_name, article, offer_id, quantity, status, validated_at, sent_at, received_at, canceled_at, delivery_address, created_at)
        select $1, $2, g.id, g.name, o.name, o.id, $5, $6, current_date - $7::integer, current_date - $8::integer, current_date - $9::integer, current_date - $10::integer, $11, now() - make_interval(days => $12)
        from agencies g, subscription_offers o where g.id = $3 and o.name = $4`,
      values: [platformAgencyId, uuidv7(), buyer, name, quantity, status, ...dates, address, ago],
    });
  }
}

export async function insertSubscriptions(db: Db, agencies: readonly DemoAgency[]): Promise<void> {
  await insertOffers(db);
  for (const [rank, { agency }] of agencies.entries()) {
    await subscribe(db, agency.id, rank);
    if (rank === 0) await insertArticleOrders(db, agency.id, 'À l’agence, du lundi au vendredi de 9 h à 17 h');
  }
}
