// A revoked device (decision 93): the agency takes it out of use; its own key then opens `handOver` alone, for a week.
import { handOver, handOverDays, handOverPiece, revokeDevice } from '#core/field/calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { receivePiece } from '#server/files/awaited.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { permitOnOwner } from '#server/rights/handing-on.ts';
import { isSame } from '#server/secret.ts';
import { endSessions } from '#server/session/sessions.ts';
import type { Receivers } from './applying.ts';
import { handOverKey } from './hand-over-key.ts';
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
  isRevoked: boolean;
  revokedAt: Date | null;
}

/** Runs the work as the person of the device, in a transaction of its own; `device` is locked. */
async function asDevice<T>(input: Holder, call: Call, work: (call: Call, device: string) => Promise<T>): Promise<T> {
  const { services, now } = call;
  const [agency, device] = [input.agency.toLowerCase(), input.device.toLowerCase()];
  if (!isSame(input.key, handOverKey(services.environment.secret, agency, device)))
    throw new Problem('forbidden', fieldMessages.unknownDevice);
  const [found] = await call.db.query<Found>({
    name: 'revoked-device',
    text: `select d.user_id as user, d.agent_id as agent, d.lost_at is not null or coalesce(a.status, 100) <> 100 as "isRevoked",
        coalesce(d.lost_at, (select max(u.at) from audit u where u.agency_id = d.agency_id and u.entity = 'agent' and u.entity_id = d.agent_id and u.action = 'archive')) as "revokedAt"
      from field_devices d left join agents a on a.agency_id = d.agency_id and a.id = d.agent_id where d.agency_id = $1 and d.id = $2`,
    values: [agency, device],
  });
  if (!found) throw new Problem('forbidden', fieldMessages.unknownDevice);
  // The person may sign in again, and everything is sent as usual.
  if (!found.isRevoked) throw new Problem('conflict', 'Connectez-vous pour transmettre');
  if (now.getTime() - (found.revokedAt?.getTime() ?? 0) > handOverDays * day)
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

  handle(handOver, (call) =>
    asDevice(call.input, call, (own, device) => takeBatch({ ...call.input, device }, own, receivers, revokedReason)),
  ),

  handle(handOverPiece, (call) => asDevice(call.input, call, (own) => receivePiece(call.params.id, call.input, own))),
];
