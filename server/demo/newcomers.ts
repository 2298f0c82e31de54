// Agencies that the demo's platform has beside the two with people: on trial, with a trial that ended, and one to accept.
import { subscriptionMessages } from '#core/subscriptions/calls.ts';
import { freeTrial } from '#core/subscriptions/subscription.ts';
import { openAgency } from '#server/agencies/opening.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { asPlatform } from '#server/payments/as-platform.ts';
import { setLock, startFreeTrial } from '#server/subscriptions/subscription.ts';

interface Newcomer {
  name: string;
  email: string;
  siret: string;
  city: string;
  zipcode: string;
  daysAgo: number;
  waits?: true;
}

const newcomers: readonly Newcomer[] = [
  {
    ...{ name: 'Cévennes Protection', email: 'contact@cevennes.example', siret: '81234567600017' },
    ...{ city: 'Alès', zipcode: '30100', daysAgo: 5 },
  },
  {
    ...{ name: 'Littoral Gardiennage', email: 'contact@littoral.example', siret: '82345678500018' },
    ...{ city: 'La Rochelle', zipcode: '17000', daysAgo: 40 },
  },
  {
    ...{ name: 'Hauts de Sûreté', email: 'contact@hauts.example', siret: '83456789300013' },
    ...{ city: 'Arras', zipcode: '62000', daysAgo: 1, waits: true },
  },
];

export async function insertNewcomers(db: Db, now: Date): Promise<void> {
  for (const { daysAgo, waits, city, zipcode, ...one } of newcomers) {
    const id = uuidv7();
    const created = new Date(now.getTime() - daysAgo * 86_400_000);
    await openAgency(db, { id, ...one }, created);
    await db.query({
      text: `update agencies set city = $2, zipcode = $3, country = 'FR', pending = $4 where id = $1`,
      values: [id, city, zipcode, waits === true],
    });
    if (waits) continue;
    await startFreeTrial(db, id);
    const isOver = daysAgo >= freeTrial.days;
    await asPlatform(db, async () => {
      await db.query({
        text: `update agency_subscriptions set trial_ends_on = trial_ends_on - $2::integer, starts_on = starts_on - $2::integer, ends_on = ends_on - $2::integer,
            is_free_trial_done = $3, status = case when $3 then 200 else status end where agency_id = app_agency() and buyer_id = $1`,
        values: [id, daysAgo, isOver],
      });
      if (isOver) await setLock(db, id, subscriptionMessages.trialEnded);
    });
  }
}
