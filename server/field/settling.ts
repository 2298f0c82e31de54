// What could not be applied: the agency applies it after all, or closes it with a comment (decision 87).
import { fetchKeptEvents, type KeptEvent, settleKeptEvent } from '#core/field/desk-calls.ts';
import type { PhotoRef } from '#core/field/photo.ts';
import type { Settlement } from '#core/field/settlements.ts';
import type { Input } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { unscheduled } from '#core/planning/status.ts';
import { unplannedStart } from '#core/planning/unplanned-message.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { utc } from '#server/kernel/kinds.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import type { Rescheduling } from '#server/planning/services.ts';
import { moveAll } from '#server/planning/writing.ts';
import { settleKept } from './announcing.ts';
import { applyEvent, type Receivers } from './applying.ts';

interface Row extends Omit<KeptEvent, 'label' | 'words' | 'service' | 'agent' | 'site'>, Record<string, unknown> {
  payload: unknown;
  agentId: string | null;
  agentName: string | null;
  serviceId: string | null;
  startAt: string | null;
  endAt: string | null;
  isUnscheduled: boolean;
  placeName: string | null;
  count: number;
}

function shownOf(
  { payload, agentId, agentName, serviceId, startAt, endAt, isUnscheduled, placeName, count: _, ...row }: Row,
  receivers: Receivers,
): KeptEvent {
  const labelOf = (type: string): string => receivers.get(type)?.message.label ?? type;
  const message = receivers.get(row.type)?.message;
  const read = message?.payload.safeParse(payload);
  return {
    ...row,
    label: labelOf(row.type),
    words: message && read?.success ? message.words(read.data, labelOf) : '',
    agent: agentId === null ? null : { id: agentId, name: agentName ?? '' },
    service:
      serviceId === null || startAt === null || endAt === null
        ? null
        : { id: serviceId, startAt, endAt, site: placeName ?? '', isUnscheduled },
    site: serviceId === null ? placeName : null,
  };
}

interface Kept extends Record<string, unknown> {
  device: string;
  rank: number;
  type: string;
  deviceAt: Date;
  at: Date;
  clockOffset: number | null;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  service: string | null;
  agent: string | null;
  payload: unknown;
  photos: PhotoRef[];
  settlement: Settlement | null;
}

async function lockKept(db: Db, uuid: string): Promise<Kept> {
  const [kept] = isUuid(uuid)
    ? await db.query<Kept>({
        name: 'lock-kept-event',
        text: `select device_id as device, rank, type, device_at as "deviceAt", at, clock_offset as "clockOffset", latitude, longitude, accuracy,
            service_id as service, agent_id as agent, payload, settlement,
            coalesce((select json_agg(json_build_object('id', f.id, 'sha256', coalesce(f.hash, f.announced), 'size', f.size) order by p.rank) from field_event_files p
              join files f on f.agency_id = p.agency_id and f.id = p.file_id where p.agency_id = app_agency() and p.event_id = field_events.id), '[]') as photos
          from field_events where id = $1 and outcome = 'kept' for update`,
        values: [uuid],
      })
    : [];
  if (!kept) throw new Problem('missing', 'Événement introuvable');
  return kept;
}

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

/** The time and the service that count; the device's own time stays beside them. */
function correctionOf(
  { how, at, service, comment }: Input<typeof settleKeptEvent>,
  kept: Pick<Kept, 'at' | 'service'>,
): Pick<Arrived, 'at' | 'service'> {
  const isCorrected = at !== undefined || service !== undefined;
  if (isCorrected && how !== 'applied') throw invalid('how', 'Seul ce qui est appliqué se corrige');
  if (isCorrected && !comment) throw invalid('comment', 'Dites pourquoi vous le corrigez');
  return { at: at === undefined ? kept.at : new Date(at), service: service?.toLowerCase() ?? kept.service };
}

/** Art. 7.07.3: who came consents. */
const consent = { means: 'WRITTEN', comment: 'Pris par le collaborateur sur son téléphone' } as const;

/** Somebody came to a service that was unscheduled meanwhile: it counts again, for whoever had seen it go too. */
async function takeUp(service: string, call: Call): Promise<void> {
  await moveAll([service], 'reschedule', { ...call, input: { confirmed: true, consent } satisfies Rescheduling });
  await call.db.query({
    name: 'publish-taken-up',
    text: `update services s set published = service_facts(s), published_at = $2 where s.agency_id = app_agency() and (s.id = $1 or s.circuit_id = $1)
      and exists (select from published_services p where p.agency_id = s.agency_id and p.id = s.id and p.status = ${unscheduled})`,
    values: [service, call.now],
  });
}

export const settlingHandlers = (receivers: Receivers): Handler[] => [
  handle(fetchKeptEvents, async ({ context, db, input }) => {
    const limit = input.limit ?? 25;
    const rows = await db.query<Row>({
      name: 'kept-events',
      text: `select e.id as uuid, e.type, e.payload, e.agent_id as "agentId", a.fullname as "agentName", e.service_id is not null as "ofService", s.id as "serviceId", ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt",
          coalesce(s.status = ${unscheduled}, false) as "isUnscheduled", i.name as "placeName", ${utc('e.at')} as "createdAt", ${utc('e.received_at')} as "receivedAt", e.reason, e.settlement, ${utc('e.settled_at')} as "settledAt", e.settled_by as "settledBy",
          e.comment, coalesce((select json_agg(file_json(f, app_file_url(f.id)) order by p.rank) from field_event_files p
            join files f on f.agency_id = p.agency_id and f.id = p.file_id where p.agency_id = e.agency_id and p.event_id = e.id), '[]') as photos, count(*) over ()::integer as count
        from field_events e left join agents a on a.agency_id = e.agency_id and a.id = e.agent_id
          left join seen_services s on s.agency_id = e.agency_id and s.id = e.service_id left join sites i on i.agency_id = e.agency_id
            and i.id::text = coalesce(s.site_id::text, case when e.type = '${unplannedStart.type}' then e.payload->>'site' end)
        where e.agency_id = app_agency() and e.outcome = 'kept' and (e.settlement is not null) = $1 order by e.received_at desc, e.device_id, e.rank limit $2 offset $3`,
      values: [input.settled ?? false, limit, ((input.page ?? 1) - 1) * limit],
    });
    // What the desk wrote about it is the agency's.
    const ofDesk = context.agent === null ? {} : { comment: null, settledBy: null };
    return { events: rows.map((row) => ({ ...shownOf(row, receivers), ...ofDesk })), filtered: rows[0]?.count ?? 0 };
  }),

  handle(settleKeptEvent, async (call) => {
    const { db, caller, input, now, params } = call;
    const uuid = params.uuid.toLowerCase();
    const { latitude, longitude, accuracy, settlement, payload, ...kept } = await lockKept(db, uuid);
    if (settlement !== null) throw new Problem('conflict', 'Cet événement est déjà traité');
    if (input.how === 'closed' && !input.comment)
      throw new Problem('invalid', 'Dites pourquoi vous le classez', {
        violations: [{ path: 'comment', message: 'Dites pourquoi vous le classez' }],
      });
    const corrected = correctionOf(input, kept);
    if (input.how === 'applied') {
      const read = receivers.get(kept.type)?.message.payload.safeParse(payload);
      if (!read?.success) throw new Problem('conflict', 'Son contenu est effacé : il ne peut qu’être classé');
      const location = latitude === null || longitude === null ? null : { latitude, longitude, accuracy };
      if (input.reschedule && corrected.service) await takeUp(corrected.service, call);
      // A refusal rolls back: the agency reads why.
      await applyEvent(
        { ...kept, ...corrected, uuid, location, payload: read.data } satisfies Arrived,
        call,
        receivers,
      );
    }
    await db.query({
      name: 'settle-kept-event',
      text: `update field_events set settlement = $2, settled_at = $3, settled_by = $4, settled_user = $5, comment = $6, at = $7, service_id = $8, latitude = null, longitude = null, accuracy = null where id = $1`,
      values: [
        uuid,
        input.how,
        now,
        caller?.name ?? null,
        caller?.userId ?? null,
        input.comment || null,
        corrected.at,
        corrected.service,
      ],
    });
    await settleKept(kept, call);
    await writeAudit(db, call, {
      entity: 'fieldEvent',
      id: uuid,
      action: input.how,
      changes: {
        ...(input.comment ? { comment: { before: null, after: input.comment } } : {}),
        ...(corrected.at.getTime() === kept.at.getTime()
          ? {}
          : { at: { before: kept.at.toISOString(), after: corrected.at.toISOString() } }),
        ...(corrected.service === kept.service ? {} : { service: { before: kept.service, after: corrected.service } }),
      },
    });
  }),
];
