// Calls to export and erase a person's data.

import { Readable } from 'node:stream';
import { privateCustomer } from '#core/customers/customer.ts';
import { Problem } from '#core/kernel/problem.ts';
import {
  downloadExport,
  erasePerson,
  listExports,
  listOwnExports,
  type PersonalExport,
  type PersonKind,
  personKinds,
  previewErasure,
  readKeptRegister,
  requestExport,
  requestOwnExport,
} from '#core/privacy/person.ts';
import type { Job } from '#server/jobs/registry.ts';
import { writeAudit, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import { refuseUnenrolled } from '#server/kernel/scope.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { erase, keptRegister, preview } from './erase.ts';
import { dropping } from './erase-files.ts';
import { contentOf, exportPersonalData } from './export.ts';
import { applyRetention, retentionHandlers } from './retention.ts';
import { endOf, ruleNamed } from './rules.ts';
import { type PersonRef, profileTable } from './subject.ts';

/** The policies ensure that the caller may see the person. */
async function seen(call: Call): Promise<PersonRef> {
  const { kind, id } = call.params as { kind: PersonKind; id: string };
  const [row] = isUuid(id)
    ? await call.db.query<{ type: unknown }>({
        text: `select ${kind === 'customer' ? 't.type' : 'null as type'} from ${profileTable(kind)} t where t.id = $1`,
        values: [id],
      })
    : [];
  if (!row) throw new Problem('missing', `${personKinds[kind]} introuvable`);
  if (kind === 'customer' && row.type !== privateCustomer)
    throw new Problem('conflict', 'Ce client n’est pas un particulier : ses interlocuteurs sont les personnes.');
  return { agency: call.context.agency as string, kind, id: id.toLowerCase() };
}

interface Kept extends Record<string, unknown> {
  id: string;
  state: PersonalExport['state'];
  created_at: Date;
  size: number | null;
}

async function exportsOf(call: Call, person: PersonRef | null): Promise<PersonalExport[]> {
  return call.services.database.platformTransaction(async (db) => {
    const rule = await ruleNamed(db, 'exports');
    const rows = await db.query<Kept>({
      text: `select id, state, created_at, size from personal_exports where requested_by = $1 and subject_agency is not distinct from $2
        and subject_id is not distinct from $3 order by created_at desc limit 20`,
      values: [call.context.user, person?.agency ?? null, person?.id ?? null],
    });
    return rows
      .map(({ created_at, ...row }) => ({
        id: row.id,
        state: row.state,
        size: row.size,
        createdAt: created_at.toISOString(),
        expiresAt: endOf(rule, created_at).toISOString(),
      }))
      .filter(({ expiresAt }) => expiresAt > call.now.toISOString());
  });
}

/** A repeated request returns the waiting export. */
async function request(call: Call, person: PersonRef | null): Promise<{ export: PersonalExport }> {
  const { database, jobs } = call.services;
  const waiting = (await exportsOf(call, person)).find(({ state }) => state === 'queued');
  if (waiting) return { export: waiting };
  const id = uuidv7(call.now.getTime());
  await database.platformTransaction(async (db) => {
    await db.query({
      text: `insert into personal_exports (id, requested_by, subject_agency, subject_kind, subject_id, created_at) values ($1, $2, $3, $4, $5, $6)`,
      values: [id, call.context.user, person?.agency ?? null, person?.kind ?? null, person?.id ?? null, call.now],
    });
    await jobs.enqueue(exportPersonalData, [{ key: id, data: { id } }], { db, agency: person?.agency ?? null });
    if (person) await writeAudit(db, call, { entity: person.kind, id: person.id, action: 'exportPersonalData' });
    else
      await writePlatformAudit(db, call, {
        entity: 'user',
        id: call.context.user as string,
        action: 'exportPersonalData',
      });
  });
  call.afterCommit(async () => jobs.wake());
  const [made] = (await exportsOf(call, person)).filter((one) => one.id === id);
  if (!made) throw new Error('the export was not recorded');
  return { export: made };
}

/**
 * The owner of the agency asked for it; whoever is no longer owner reads nobody's data, nor does the owner of an agency that
 * was locked since: the call is of one's own account, so nothing else asks.
 */
function ownsStill(caller: Caller, agency: string): boolean {
  refuseUnenrolled(caller);
  const profiles = caller.acting ? [caller.acting] : caller.profiles;
  const owned = profiles.find(({ agencyId, isOwner }) => agencyId === agency && isOwner);
  if (!caller.platform && owned?.locked != null) throw new Problem('forbidden', owned.locked, { locked: true });
  return owned !== undefined;
}

export const privacyHandlers: Handler[] = [
  handle(requestOwnExport, (call) => request(call as unknown as Call, null)),
  handle(listOwnExports, async (call) => ({ exports: await exportsOf(call as unknown as Call, null) })),
  handle(requestExport, async (call) => request(call as unknown as Call, await seen(call as unknown as Call))),
  handle(listExports, async (call) => ({
    exports: await exportsOf(call as unknown as Call, await seen(call as unknown as Call)),
  })),

  handle(downloadExport, async (call) => {
    const { id } = call.params;
    const missing = new Problem('missing', 'Cet export n’est plus disponible.');
    const [row] = isUuid(id)
      ? await call.db.query<{ hash: string | null; agency: string | null; created_at: Date }>({
          text: `select hash, subject_agency as agency, created_at from personal_exports where id = $1 and state = 'ready'`,
          values: [id],
        })
      : [];
    if (!row?.hash) throw missing;
    if (row.agency !== null && !ownsStill(call.caller as Caller, row.agency)) throw missing;
    const rule = await call.services.database.platformTransaction((db) => ruleNamed(db, 'exports'));
    if (endOf(rule, row.created_at) < call.now) throw missing;
    const { files, environment } = call.services;
    const content = await contentOf(files, environment.secret, id.toLowerCase(), row.hash).catch(() => {
      throw missing;
    });
    return new FileReply({
      content: Readable.from([content]),
      name: 'donnees-personnelles.zip',
      mimeType: 'application/zip',
      size: content.length,
      inline: false,
    }) as never;
  }),

  handle(previewErasure, async (call) => {
    const person = await seen(call as unknown as Call);
    const { database, people } = call.services;
    return { erasure: await database.platformTransaction((db) => preview(db, people, person, call.now)) };
  }),

  handle(erasePerson, async (call) => {
    const person = await seen(call as unknown as Call);
    const { environment, people } = call.services;
    return dropping(call.services, async (db, drop) => {
      await erase(db, { person, people, secrets: environment, drop, by: call as unknown as Call });
      return { erasure: await preview(db, people, person, call.now) };
    });
  }),

  handle(readKeptRegister, async (call) => {
    const person = await seen(call as unknown as Call);
    const { database, environment } = call.services;
    return database.platformTransaction((db) =>
      keptRegister(db, { person, secrets: environment, by: call as unknown as Call }),
    );
  }),

  ...retentionHandlers,
];

export const privacyJobs: readonly Job[] = [applyRetention, exportPersonalData];
