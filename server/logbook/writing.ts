// Writes the daily log: every act appends an entry to the chain of its site (decision 88).

import { Problem } from '#core/kernel/problem.ts';
import { type EventInput, type EventMessage, logbookMessages, oldestEntry } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { type EventType, typeOf } from '#core/logbook/types.ts';
import { can } from '#core/roles.ts';
import { namedPictures } from '#server/files/named.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Arrived } from '#server/kernel/field-message.ts';
import { alias } from '#server/kernel/plan.ts';
import { putWords } from '#server/kernel/save.ts';
import { needOne } from '#server/kernel/scope.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { ahead, asAgency } from '#server/planning/lifecycle-writing.ts';
import { workingLocation } from '#server/planning/working.ts';
import type { Appended, Kept } from './entries.ts';
import { logEventPlan } from './event.ts';
import { notifyLogged, settleLogged } from './notice.ts';
import { settingsOf } from './settings.ts';

export const siteUnknown = 'Site introuvable';

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

const isRestricted = (id: unknown): boolean => typeOf(Number(id))?.restricted ?? false;

/** The type, if somebody may write it by hand. */
function writableType(id: number): EventType {
  const type = typeOf(id);
  if (!type) throw invalid('type', logbookMessages.noType);
  if (type.restricted) throw new Problem('conflict', logbookMessages.reservedType);
  return type;
}

/** The event and its findings as the chain has them, with their latest contents. The call sees the whole agency. */
const keptOf = (event: string, { db }: Call): Promise<Kept[]> =>
  db.query<Kept>({
    name: 'logbook-event',
    text: `select e.id, e.event_id as event, e.site_id as site, e.agent_id as agent, coalesce(c.content, e.content) as content,
        exists (select from logbook_entries w where w.agency_id = e.agency_id and w.event_id = e.event_id and w.kind = 'withdrawal' and w.target_id = e.id) as withdrawn
      from logbook_entries e left join lateral (select c.content from logbook_entries c where c.agency_id = e.agency_id and c.event_id = e.event_id
        and c.kind = 'correction' and c.target_id = e.id order by c.position desc limit 1) c on true
      where e.agency_id = app_agency() and e.event_id = $1 and e.kind in ('entry', 'finding') order by e.position`,
    values: [event],
  });

/** Site and service under the caller's own policies: he cannot write where he sees nothing. */
async function refuseElsewhere({ site, service }: EventInput, { db }: Call): Promise<void> {
  const [found] = await db.query<{ site: boolean; service: boolean }>({
    name: 'logbook-place',
    text: `select exists (select from sites s where s.agency_id = app_agency() and s.id = $1) as site,
      $2::uuid is null or exists (select from seen_services v where v.agency_id = app_agency() and v.id = $2 and v.site_id = $1) as service`,
    values: [site.id, service?.id ?? null],
  });
  if (!found?.site) throw invalid('site', siteUnknown);
  if (!found.service) throw invalid('service', 'Ce service n’a pas lieu sur ce site');
}

/** Photos enter the chain by their SHA-256. */
export const photosOf = (
  messages: readonly EventMessage[],
  call: Call,
  reported: Pick<Arrived, 'photos'> | null = null,
): Promise<Map<string, string>> =>
  namedPictures(
    messages.flatMap(({ attachments }) => attachments?.map(({ id }) => id) ?? []),
    'eventMessages',
    call,
    reported?.photos,
  );

/** A message of a phone: what it says was written by this agent, whoever applies it. */
type Reported = Pick<Arrived, 'agent'>;

async function append(
  site: string,
  event: string,
  entries: readonly Appended[],
  call: Call,
  reported: Reported | null = null,
): Promise<void> {
  const { profile, caller, context } = call;
  const doer = context.agent ?? (profile?.kind === 'AGENCY' ? profile.id : null);
  const agent = reported?.agent ?? doer;
  // By ids, as the author: the chain keeps no names.
  const appliedBy = agent === doer ? {} : { appliedBy: doer ?? caller?.userId ?? null };
  // One by one, in order: each is chained to the one before.
  for (const { id, kind, target = null, content, location } of entries)
    await call.db.query({
      name: 'append-logbook',
      text: `insert into logbook_entries (agency_id, id, site_id, kind, event_id, target_id, agent_id, author, content, latitude, longitude, accuracy, altitude)
        values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      values: [
        ...[id, site, kind, event, target, agent, doerOf(call)],
        JSON.stringify({ ...content, author: agent ?? caller?.userId ?? null, ...appliedBy }),
        ...[
          location?.latitude ?? null,
          location?.longitude ?? null,
          location?.accuracy ?? null,
          location?.altitude ?? null,
        ],
      ],
    });
}

/** Whether the draft says something else than the chain. The author is of the entry, not of the draft. */
const differs = (draft: Record<string, unknown>, kept: Record<string, unknown> | null): boolean =>
  Object.entries(draft).some(([key, value]) => JSON.stringify(value) !== JSON.stringify(kept?.[key] ?? null));

/** What the event says now, for a message that adds to it; null: the caller does not see it. */
export async function draftOf(id: string, call: Call): Promise<EventInput | null> {
  const [row] = await call.db.query<{
    type: number;
    site: string;
    service: string | null;
    said: string;
    sub: string;
    at: Date;
  }>({
    name: 'logbook-draft',
    text: `select type, site_id as site, service_id as service, description as said, sub_type as sub, at
      from logbook_events where agency_id = app_agency() and id = $1`,
    values: [id],
  });
  if (!row) return null;
  return {
    ...{ uuid: id, type: { id: row.type }, site: { id: row.site }, description: row.said, subType: row.sub },
    ...{ service: row.service === null ? null : { id: row.service }, createdAt: row.at.toISOString() },
  };
}

/** Ids are of the whole agency: an entry and a finding have their own. */
async function refuseUsed(event: string, messages: readonly EventMessage[], { db }: Call): Promise<void> {
  const ids = messages.map(({ uuid }) => uuid.toLowerCase());
  for (const [index, id] of ids.entries()) {
    const path = `eventMessages.${index}.uuid`;
    if (id === event) throw invalid(path, logbookMessages.usedId);
    if (ids.indexOf(id) < index) throw invalid(path, logbookMessages.twice);
  }
  const used = await db.query<{ id: string }>({
    name: 'logbook-used',
    text: `select id from logbook_entries where agency_id = app_agency() and id = any ($2::uuid[])
      and (event_id <> $1 or kind not in ('entry', 'finding'))`,
    values: [event, [event, ...ids]],
  });
  for (const { id } of used)
    throw invalid(id === event ? 'uuid' : `eventMessages.${ids.indexOf(id)}.uuid`, logbookMessages.usedId);
}

/** Not in the future; not long past, unless a phone reports it or it is the time that was written first. */
function refuseTimes(input: EventInput, kept: readonly Kept[], now: Date, isReported: boolean): void {
  const said = [
    { path: 'createdAt', ...input },
    ...(input.eventMessages ?? []).map((one, index) => ({ path: `eventMessages.${index}.createdAt`, ...one })),
  ];
  for (const { path, uuid, createdAt } of said) {
    if (!createdAt) continue;
    const at = new Date(createdAt);
    if (at.getTime() > now.getTime() + ahead) throw invalid(path, 'La date est à venir');
    const isFirst = kept.find(({ id }) => id === uuid.toLowerCase())?.content?.at === at.toISOString();
    if (!isReported && !isFirst && at.getTime() < now.getTime() - oldestEntry * 86_400_000)
      throw invalid(path, logbookMessages.tooOld);
  }
}

/** An agent's own place is stored only if he was at work there and then; what a phone reported was judged before. */
async function placeOf(
  { service, at }: { service: unknown; at: unknown },
  { location }: Pick<EventInput, 'location'>,
  call: Call,
  reported: Reported | null,
): Promise<EventInput['location']> {
  const { agent } = call.context;
  if (agent === null || reported || !location) return location;
  const said = { service: service as string | null, agent, at: new Date(at as string) };
  const stored = { ...location, accuracy: location.accuracy ?? null };
  return (await workingLocation({ ...said, location: stored }, call)) && location;
}

const isKept = (id: string, call: Call): Promise<boolean> =>
  asAgency(call, async (whole) => (await keptOf(id, whole)).some((one) => one.id === id));

/** P-007: a new uuid is an entry, a known one a correction; what changes nothing appends nothing. */
export async function writeEvent(
  input: EventInput,
  call: Call,
  reported: Pick<Arrived, 'agent' | 'photos'> | null = null,
): Promise<void> {
  const { now, context, asker } = call;
  const id = input.uuid.toLowerCase();
  const messages = input.eventMessages ?? [];
  const at = input.createdAt ? new Date(input.createdAt) : null;
  const own = context.agent !== null;
  // A missing right is told before the body is judged (wire.md). Who may not create may still correct.
  const create = own ? 'createOwnServiceEvent' : 'createServiceEvent';
  if (!can(asker, [create]) && !(await isKept(id, call))) needOne(asker, [create]);
  await refuseElsewhere(input, call);
  const photos = await photosOf(messages, call, reported);
  await asAgency(call, async (whole) => {
    // Of two sendings of the same event, the second waits and finds it.
    await whole.db.query({
      name: 'lock-logbook-event',
      text: `select pg_advisory_xact_lock(hashtextextended('logbook event ' || $1, 0))`,
      values: [id],
    });
    const kept = await keptOf(id, whole);
    const current = kept.find((one) => one.id === id) ?? null;
    await refuseUsed(id, messages, whole);
    refuseTimes(input, kept, now, reported !== null);
    if (current) {
      needOne(asker, [own ? 'editOwnServiceEvent' : 'editServiceEvent']);
      const named = [id, ...messages.map(({ uuid }) => uuid.toLowerCase())];
      if (own && kept.some((one) => named.includes(one.id) && one.agent !== context.agent))
        throw new Problem('missing', LogEvent.missing);
      if (current.withdrawn) throw new Problem('conflict', 'Cette main courante est retirée');
      if (isRestricted(current.content?.type)) throw new Problem('conflict', logbookMessages.restricted);
      if (current.site !== input.site.id.toLowerCase())
        throw invalid('site', 'Le site ne change pas : retirez cette main courante et consignez-la sur le bon site');
    }
    const type = writableType(input.type.id);
    const settings = await settingsOf(type, input.site.id, whole);
    if (!current && !settings.enabled) throw invalid('type', 'Ce type d’événement n’est pas proposé sur ce site');
    // Absent is unchanged. A sub-type belongs to its type.
    const { subType, description, service } = current?.content ?? {};
    const isSameType = current?.content?.type === type.id;
    const content = {
      ...{ type: type.id, category: type.typeKey, label: type.label },
      subType: (input.subType === undefined && isSameType ? (subType as string | null) : input.subType) || null,
      description: (input.description === undefined ? (description as string | null) : input.description) || null,
      service: input.service === undefined ? (service ?? null) : (input.service?.id.toLowerCase() ?? null),
      at: at?.toISOString() ?? current?.content?.at ?? now.toISOString(),
      // A correction does not open an entry to the customer, nor close it, unless its type changes.
      customerShow: isSameType ? current.content?.customerShow : settings.customerShow,
    };
    // What was written before stays as it is.
    if (content.subType && !(isSameType && content.subType === subType) && !type.subTypes.includes(content.subType))
      throw invalid('subType', logbookMessages.noSubType);
    const entries: Appended[] = [];
    if (!current) entries.push({ id, kind: 'entry', content, location: await placeOf(content, input, call, reported) });
    else if (differs(content, current.content))
      entries.push({
        ...{ id: uuidv7(), kind: 'correction', target: id },
        content: { ...content, reason: input.reason || null },
      });
    for (const message of messages)
      for (const entry of findingEntries(message, kept, photos, now)) {
        const placed = { service: content.service, at: entry.content.at };
        const location = entry.kind === 'finding' && (await placeOf(placed, message, call, reported));
        entries.push(location ? { ...entry, location } : entry);
      }
    if (entries.length === 0) return;
    await append(input.site.id, id, entries, whole, reported);
    await putWords(logEventPlan, whole.db, `${alias}.id = any ($1::uuid[])`, [id]);
    await writeAudit(whole.db, call, {
      ...{ entity: LogEvent.name, id, action: current ? 'correct' : 'create' },
      ...(input.reason ? { reason: input.reason } : {}),
    });
    if (!current)
      await notifyLogged(
        { id, type, settings, site: input.site.id, at: content.at as string, text: content.description },
        whole,
      );
  });
}

/** An event of the product itself, such as of a round: its type is restricted. */
interface OwnEvent extends Pick<EventInput, 'location'> {
  id: string;
  type: number;
  site: string;
  service: string | null;
  at: Date;
  description: string | null;
  subType?: string | null;
  /** People are told of it in another way. */
  isQuiet?: true;
  /** The finding that holds its photos. */
  finding?: EventMessage | null;
  /** The pass of a round that it is of, and its point. */
  round?: { execution: string; checkpoint: string | null };
}

/**
 * Appends it and tells people as its type says; a type that is switched off writes nothing, nor does the same id again. The
 * call sees the whole agency.
 */
export async function writeOwnEvent(
  event: OwnEvent,
  call: Call,
  reported: Reported,
  photos: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const type = typeOf(event.type);
  if (!type) throw new Error(`no event type ${event.type}`);
  const { id, site, service, description, location, subType = null, isQuiet, round } = event;
  if ((await keptOf(id, call)).length > 0) return;
  const settings = await settingsOf(type, site, call);
  if (!settings.enabled) return;
  const at = event.at.toISOString();
  const content = {
    ...{ type: type.id, category: type.typeKey, label: type.label, subType, description, service, at },
    customerShow: settings.customerShow,
    ...(round ? { roundExecution: round.execution, checkpoint: round.checkpoint } : {}),
  };
  const found = event.finding ? findingEntries(event.finding, [], photos, event.at) : [];
  await append(site, id, [{ id, kind: 'entry', content, location }, ...found], call, reported);
  await putWords(logEventPlan, call.db, `${alias}.id = any ($1::uuid[])`, [id]);
  await writeAudit(call.db, call, { entity: LogEvent.name, id, action: 'create' });
  if (!isQuiet) await notifyLogged({ id, type, settings, site, at, text: description }, call);
}

/** Says of an event of the product what is known meanwhile; null: it did not happen. The call sees the whole agency. */
export async function reviseOwnEvent(
  id: string,
  description: string | null,
  reason: string,
  call: Call,
): Promise<void> {
  const [kept] = await keptOf(id, call);
  // Without content it is erased.
  if (!kept?.content || kept.withdrawn || kept.content.description === description) return;
  const { appliedBy: _, ...content } = kept.content;
  const revised: Appended =
    description === null
      ? { id: uuidv7(), kind: 'withdrawal', target: id, content: { reason } }
      : { id: uuidv7(), kind: 'correction', target: id, content: { ...content, description, reason } };
  await append(kept.site, id, [revised], call);
  if (description === null) await settleLogged(id, call);
  else await putWords(logEventPlan, call.db, `${alias}.id = any ($1::uuid[])`, [id]);
  await writeAudit(call.db, call, {
    ...{ entity: LogEvent.name, id, reason },
    action: description === null ? 'withdraw' : 'correct',
  });
}

function findingEntries(
  message: EventMessage,
  kept: readonly Kept[],
  photos: ReadonlyMap<string, string>,
  now: Date,
): Appended[] {
  const id = message.uuid.toLowerCase();
  const current = kept.find((one) => one.id === id && one.id !== one.event);
  if (message.withdrawn)
    return current && !current.withdrawn ? [{ id: uuidv7(), kind: 'withdrawal', target: id, content: {} }] : [];
  if (current?.withdrawn) throw new Problem('conflict', 'Cette constatation est retirée');
  const content = {
    text: message.content || null,
    at: message.createdAt ? new Date(message.createdAt).toISOString() : (current?.content?.at ?? now.toISOString()),
    files: (message.attachments ?? []).map((file) => ({
      id: file.id.toLowerCase(),
      sha256: photos.get(file.id.toLowerCase()) ?? null,
    })),
  };
  if (!current) return [{ id, kind: 'finding', content }];
  return differs(content, sorted(current.content)) ? [{ id: uuidv7(), kind: 'correction', target: id, content }] : [];
}

/** The database orders the keys of its JSON by length. */
const sorted = (content: Record<string, unknown> | null): Record<string, unknown> | null =>
  content && {
    ...content,
    files: ((content.files ?? []) as { id: string; sha256: string }[]).map(({ id, sha256 }) => ({ id, sha256 })),
  };

export async function writeWithdrawal(id: string, reason: string | null, call: Call): Promise<void> {
  const [kept] = await keptOf(id, call);
  if (!kept) throw new Problem('missing', LogEvent.missing);
  if (isRestricted(kept.content?.type)) throw new Problem('conflict', logbookMessages.restricted);
  // Sent twice: it is withdrawn already.
  if (kept.withdrawn) return;
  await append(
    kept.site,
    id,
    [{ id: uuidv7(), kind: 'withdrawal', target: id, content: reason ? { reason } : {} }],
    call,
  );
  await settleLogged(id, call);
  await writeAudit(call.db, call, { entity: LogEvent.name, id, action: 'withdraw', ...(reason ? { reason } : {}) });
}
