// The storage of an agency: what it may hold, what it holds, and who is told before it is full.
import * as z from 'zod';
import { fileMessages } from '#core/files/files.ts';
import {
  nearlyFull,
  readStorage,
  type StoredKind,
  saveStorageLimit,
  storageNearlyFull,
  storedKindOf,
  storedKinds,
} from '#core/files/storage.ts';
import { Problem } from '#core/kernel/problem.ts';
import { nobody } from '#server/db/context.ts';
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

/** As the platform: the caller does not see every file of the agency. The same content in two files counts twice. */
async function roomOf({ database, environment }: Services, agency: string): Promise<Room> {
  const { rows } = await database.platform.query<Room>(
    `select coalesce(a.storage_limit, $2)::float8 as most, a.storage_limit is not null as own,
        (select coalesce(sum(f.size), 0)::float8 from files f where f.agency_id = a.id) as used
      from agencies a where a.id = $1`,
    [agency, environment.storageLimit],
  );
  return rows[0] ?? { most: 0, own: false, used: 0 };
}

/** Refuses what would exceed the storage of the agency; its owner is told when little is left. */
export async function permitStorage(call: Call, arriving: number): Promise<void> {
  const { services, db } = call;
  const agency = call.context.agency as string;
  const { most, used } = await roomOf(services, agency);
  if (most === 0) return;
  if (used + arriving > most) throw new Problem('conflict', fileMessages.full(most));
  // Later files do not tell again: the event names the limit.
  if (used + arriving >= most * nearlyFull && used < most * nearlyFull)
    await services.jobs.enqueue(tellNearlyFull, [{ key: `${agency} ${most}`, data: { most } }], { db, agency });
}

export const tellNearlyFull = job(
  'tellNearlyFull',
  z.object({ most: z.number() }),
  { label: 'Stockage : prévenir qu’il est presque plein' },
  async ({ most }, services, { agency }) => {
    const context = { ...nobody, agency };
    await services.database.transaction(context, async (db) => {
      const [owner] = await db.query<{ user: string | null }>({
        text: 'select manager_id as user from agencies where id = app_agency()',
      });
      const notice = {
        to: { users: owner?.user ? [owner.user] : [] },
        event: `storage-${most}`,
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
    const { most, own, used } = await roomOf(services, agency);
    const { rows } = await services.database.platform.query<{ type: string; files: number; size: number }>(
      `select mime_type as type, count(*)::integer as files, sum(size)::float8 as size from files where agency_id = $1 group by mime_type`,
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
        text: 'select storage_limit::float8 / 1073741824 as limit from agencies where id = $1 for update',
        values: [id],
      });
      if (!before) throw missing();
      await db.query({
        text: 'update agencies set storage_limit = $2::bigint * 1073741824 where id = $1',
        values: [id, limit],
      });
      await writePlatformAudit(db, call, {
        entity: 'agency',
        id,
        action: 'edit',
        changes: { storageLimit: { before: before.limit, after: limit } },
      });
    });
  }),
];
