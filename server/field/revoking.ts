// A revoked device (decision 93): the agency takes it out of use; its own key then opens `handOver` alone, for a week.

import { revokeDevice } from '#core/field/desk-calls.ts';
import { deviceStanding, handOver, handOverDays, handOverPiece } from '#core/field/hand-over-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { receivePiece } from '#server/files/awaited.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { permitOnOwner } from '#server/rights/handing-on.ts';
import { isSame } from '#server/secret.ts';
import { endSessions } from '#server/session/sessions.ts';
import type { Receivers } from './applying.ts';
import { handOverKey, standingKey } from './hand-over-key.ts';
import { fieldMessages, takeBatch } from './sourcing.ts';

const revokedReason = 'Transmis par un téléphone révoqué';
const day = 86_400_000;

interface Holder {
  agency: string;
  device: string;
  key: string;
}

interface Found extends Record<string, unknown> {
  user: string | null;
  agent: string | null;
  /** Null: it is not revoked. */
  revokedAt: Date | null;
}

const named = ({ agency, device }: Holder): { agency: string; device: string } => ({
  agency: agency.toLowerCase(),
  device: device.toLowerCase(),
});

type KeyOf = (secret: string, agency: string, device: string) => string;

function refuseStranger(input: Holder, keyOf: KeyOf, { services }: Call): void {
  const { agency, device } = named(input);
  if (!isSame(input.key, keyOf(services.environment.secret, agency, device)))
    throw new Problem('forbidden', fieldMessages.unknownDevice);
}

/** Revoked, lost, or of somebody who no longer works here. */
async function findDevice(input: Holder, { db }: Call): Promise<Found | null> {
  const { agency, device } = named(input);
  const [found] = await db.query<Found>({
    name: 'revoked-device',
    text: `select d.user_id as user, d.agent_id as agent, case when d.lost_at is not null then d.lost_at when coalesce(a.status, 100) <> 100 then
        coalesce((select max(u.at) from audit u where u.agency_id = d.agency_id and u.entity = 'agent' and u.entity_id = d.agent_id
          and u.action in ('archive', 'deactivate', 'delete')), a.updated_at) end as "revokedAt"
      from field_devices d left join agents a on a.agency_id = d.agency_id and a.id = d.agent_id where d.agency_id = $1 and d.id = $2`,
    values: [agency, device],
  });
  return found ?? null;
}

const untilOf = (revokedAt: Date): Date => new Date(revokedAt.getTime() + handOverDays * day);

/** Runs the work as the person of the device, in a transaction of its own; `device` is locked. */
async function asDevice<T>(input: Holder, call: Call, work: (call: Call, device: string) => Promise<T>): Promise<T> {
  const { services, now } = call;
  refuseStranger(input, handOverKey, call);
  const { agency, device } = named(input);
  const found = await findDevice(input, call);
  if (!found) throw new Problem('forbidden', fieldMessages.unknownDevice);
  // The person may sign in again, and everything is sent as usual.
  if (found.revokedAt === null) throw new Problem('conflict', 'Connectez-vous pour transmettre');
  if (now > untilOf(found.revokedAt))
    throw new Problem('forbidden', 'Ce téléphone est révoqué depuis trop longtemps : prévenez votre agence');
  const context = { agency, agent: found.agent, customer: null, user: found.user };
  return services.database.transaction(context, async (db) => {
    // One attempt at a time.
    await db.query({
      name: 'lock-revoked-device',
      text: 'select from field_devices where id = $1 for update',
      values: [device],
    });
    return work({ ...call, db, context }, device);
  });
}

export const revokingHandlers = (receivers: Receivers): Handler[] => [
  handle(revokeDevice, async (call) => {
    const { db, params, now, services } = call;
    const [device] = isUuid(params.id)
      ? await db.query<{ user: string | null; is_owner: boolean; waiting: number; isNew: boolean }>({
          name: 'device-to-revoke',
          text: `select d.user_id as user, coalesce(p.is_owner, false) as is_owner, d.waiting, d.lost_at is null as "isNew"
            from field_devices d left join user_companies p on p.agency_id = d.agency_id and p.user_id = d.user_id and p.kind = 'AGENCY'
            where d.agency_id = app_agency() and d.id = $1`,
          values: [params.id],
        })
      : [];
    if (!device) throw new Problem('missing', 'Téléphone introuvable');
    permitOnOwner(call, device);
    if (!device.isNew) return;
    await db.query({
      name: 'revoke-device',
      text: 'update field_devices set lost_at = $2 where id = $1',
      values: [params.id, now],
    });
    const changes = { waiting: { before: device.waiting, after: null } };
    await writeAudit(db, call, { entity: 'fieldDevice', id: params.id, action: 'revoke', changes });
    // Sessions belong to the person: the agency's context cannot reach them.
    const { user } = device;
    if (user !== null) await services.database.platformTransaction((platform) => endSessions(platform, user, now));
  }),

  handle(deviceStanding, async (call) => {
    const { input, now } = call;
    refuseStranger(input, standingKey, call);
    // An unknown device erases nothing: the agency's data may come from an older backup.
    const { revokedAt = null } = (await findDevice(input, call)) ?? {};
    const until = revokedAt && untilOf(revokedAt);
    const state = until === null ? 'enrolled' : now > until ? 'over' : 'revoked';
    return { state, until: until?.toISOString() ?? null, now: now.toISOString() } as const;
  }),

  handle(handOver, (call) =>
    asDevice(call.input, call, (own, device) => takeBatch({ ...call.input, device }, own, receivers, revokedReason)),
  ),

  handle(handOverPiece, (call) => asDevice(call.input, call, (own) => receivePiece(call.params.id, call.input, own))),
];
