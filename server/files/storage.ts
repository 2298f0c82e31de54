// The storage of an agency: what it may hold, what it holds, and who is told before it is full.
import * as z from 'zod';
import { fileMessages } from '#core/files/files.ts';
import {
  gigabyte,
  nearlyFull,
  readStorage,
  type StoredKind,
  saveStorageLimit,
  storageEvent,
  storageNearlyFull,
  storedKindOf,
  storedKinds,
} from '#core/files/storage.ts';
import { Problem } from '#core/kernel/problem.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { job } from '#server/jobs/registry.ts';
import { writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, type Services } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { notify } from '#server/notifications/notify.ts';

interface Room {
  /** Bytes; 0: no limit. */
  most: number;
  own: boolean;
  used: number;
}

/** As the platform: the caller does not see every file of the agency. The same content in two files counts twice; what a phone only announced does not count. */
async function roomOf(platform: Db, { environment }: Services, agency: string): Promise<Room> {
  const [room] = await platform.query<Room & Record<string, unknown>>({
    text: `select coalesce(a.storage_limit, $2)::float8 as most, a.storage_limit is not null as own,
        (select coalesce(sum(f.size), 0)::float8 from files f where f.agency_id = a.id and f.hash is not null) as used
      from agencies a where a.id = $1`,
    values: [agency, environment.storageLimit],
  });
  return room ?? { most: 0, own: false, used: 0 };
}

const platformOf = ({ database }: Services): Db => ({
  query: async ({ text, values }) => (await database.platform.query(text, values)).rows,
});

/** Refuses what would exceed the storage of the agency; its owner is told when little is left. */
export async function permitStorage(call: Call, arriving: number): Promise<void> {
  const { services, db, now } = call;
  const agency = call.context.agency as string;
  const room = await roomOf(platformOf(services), services, agency);
  if (room.most > 0 && room.used + arriving > room.most) throw new Problem('conflict', fileMessages.full(room.most));
  await warnOf({ ...room, used: room.used + arriving }, agency, { db, services, now });
}

interface Warning {
  db: Db;
  services: Services;
  now: Date;
}

async function warnOf({ most, used }: Room, agency: string, { db, services, now }: Warning): Promise<void> {
  if (most === 0 || used < most * nearlyFull) return;
  const event = storageEvent(most, now);
  await services.jobs.enqueue(tellNearlyFull, [{ key: `${agency} ${event}`, data: { event } }], { db, agency });
}

/** In a transaction of the platform that stored a paper of the agency or changed its limit. */
export const warnOfStorage = async (agency: string, within: Warning): Promise<void> =>
  warnOf(await roomOf(within.db, within.services, agency), agency, within);

export const tellNearlyFull = job(
  'tellNearlyFull',
  z.object({ event: z.string() }),
  { label: 'Stockage : prévenir qu’il est presque plein' },
  async ({ event }, services, { agency }) => {
    const context = { ...nobody, agency };
    // The queue forgets a job before the month is over.
    const told = await services.database.platform.query(
      'select from notifications where agency_id = $1 and kind = $2 and event = $3 limit 1',
      [agency, storageNearlyFull.name, event],
    );
    if (told.rowCount) return;
    await services.database.transaction(context, async (db) => {
      const [owner] = await db.query<{ user: string | null }>({
        text: 'select manager_id as user from agencies where id = app_agency()',
      });
      const notice = {
        to: { users: owner?.user ? [owner.user] : [] },
        event,
        title: 'L’espace de stockage de votre agence est presque plein',
        text: `Plus de ${Math.round(nearlyFull * 100)} % de l’espace est occupé. Une fois plein, aucun fichier ne pourra être ajouté : supprimez des fichiers ou demandez davantage d’espace.`,
        link: '/settings?tab=storage',
        action: 'Voir le stockage',
      };
      await notify(db, storageNearlyFull, [notice], { caller: null, context, now: new Date(), services, host: null });
    });
  },
);

export const storageHandlers: Handler[] = [
  handle(readStorage, async ({ services, context }) => {
    const agency = context.agency as string;
    const { most, own, used } = await roomOf(platformOf(services), services, agency);
    const { rows } = await services.database.platform.query<{ type: string; files: number; size: number }>(
      `select mime_type as type, count(*)::integer as files, sum(size)::float8 as size from files where agency_id = $1 and hash is not null group by mime_type`,
      [agency],
    );
    const kinds = [...Map.groupBy(rows, ({ type }) => storedKindOf(type))].map(
      ([kind, of]: [StoredKind, typeof rows]) => ({
        kind,
        label: storedKinds[kind],
        files: of.reduce((sum, { files }) => sum + files, 0),
        size: of.reduce((sum, { size }) => sum + size, 0),
      }),
    );
    return {
      storage: { used, limit: most || null, own, kinds: kinds.sort((one, other) => other.size - one.size) },
    };
  }),

  handle(saveStorageLimit, async (call) => {
    const { id } = call.params;
    const { limit } = call.input;
    const missing = (): Problem => new Problem('missing', 'Agence introuvable');
    if (!isUuid(id)) throw missing();
    await call.services.database.platformTransaction(async (db) => {
      const [before] = await db.query<{ limit: number | null }>({
        text: 'select storage_limit::float8 / $2 as limit from agencies where id = $1 for update',
        values: [id, gigabyte],
      });
      if (!before) throw missing();
      await db.query({
        text: 'update agencies set storage_limit = $2::bigint * $3::bigint where id = $1',
        values: [id, limit, gigabyte],
      });
      await writePlatformAudit(db, call, {
        entity: 'agency',
        id,
        action: 'edit',
        changes: { storageLimit: { before: before.limit, after: limit } },
      });
      await warnOfStorage(id, { ...call, db });
    });
  }),
];
