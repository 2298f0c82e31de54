// « Service non planifié » (N-067): an agent starts a service that nobody planned; docs/decisions/042-service-life.md.
import { Problem } from '#core/kernel/problem.ts';
import { type Consent, otherCodes } from '#core/planning/calls.ts';
import { refusalOf } from '#core/planning/lifecycle.ts';
import type { beginService, StepEvent } from '#core/planning/lifecycle-calls.ts';
import { longestService, Service } from '#core/planning/service.ts';
import { activeStatuses, running, waiting } from '#core/planning/status.ts';
import { missingRight } from '#core/rights.ts';
import { activeStatus, can } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { subjectOf, writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { planningErrors } from './checking.ts';
import { asAgency, contentOf, isWorkingAt, momentOf, noteEvents } from './lifecycle-writing.ts';
import { writeTimes } from './lived.ts';
import { notifyUnplanned } from './unplanned-notice.ts';
import { prepare, writeServices } from './writing.ts';

type ServiceInput = Call<typeof beginService>['input']['service'];

export const unplannedMessages = {
  staff: 'Merci de sélectionner un service',
  closed: 'Votre agence réserve les services non planifiés à ceux qui peuvent créer un service.',
  state: 'Un service non planifié se démarre.',
  site: 'Site introuvable',
} as const;

const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path: `service.${path}`, message }] });

interface House extends Record<string, unknown> {
  open: boolean;
  longest: number;
}

async function houseOf(db: Db): Promise<House> {
  const [row] = await db.query<House>({
    name: 'unplanned-house',
    text: 'select unplanned_services as open, max_service_duration as longest from agencies where id = app_agency()',
  });
  return row as House;
}

/** The site must be in the agent's own list. */
async function siteOf(db: Db, requested: ServiceInput): Promise<{ id: string; name: string }> {
  if (!requested.site) throw invalid('site', 'Ce champ est obligatoire');
  const [site] = await db.query<{ id: string; name: string }>({
    name: 'unplanned-site',
    text: `select id, name from sites where id = $1 and status = ${activeStatus}`,
    values: [requested.site.id],
  });
  if (!site) throw invalid('site', unplannedMessages.site);
  return site;
}

export async function beginUnplanned(call: Call<typeof beginService>): Promise<string> {
  const { service: requested, event, confirmed } = call.input;
  if (Number(call.params.status) !== running) throw new Problem('invalid', unplannedMessages.state);
  return begin({ requested, event, confirmed: confirmed === true, reported: null }, call);
}

interface Requested {
  requested: ServiceInput;
  event: StepEvent;
  /** The agent has seen the anomalies. */
  confirmed: boolean;
  /** A phone reports it, perhaps later: its id is chosen there. At the desk, which applies what was kept, it is its agent's. */
  reported: { id: string; at: Date; agent: string | null } | null;
}

export async function begin(asked: Requested, call: Call): Promise<string> {
  const { asker, context, db, now } = call;
  const { requested, event, reported } = asked;
  const agent = context.agent ?? reported?.agent ?? null;
  if (agent === null) throw new Problem('invalid', unplannedMessages.staff);
  const house = await houseOf(db);
  if (!can(asker, ['createService'])) {
    if (context.agent === null)
      throw new Problem('forbidden', missingRight('createService'), { right: 'createService' });
    if (!can(asker, ['createOwnService']))
      throw new Problem('forbidden', missingRight('createOwnService'), { right: 'createOwnService' });
    if (!house.open) throw new Problem('conflict', unplannedMessages.closed);
  }
  const known = await begunBy(event.uuid, db);
  if (known) return known;
  const site = await siteOf(db, requested);
  const at = reported?.at ?? momentOf(event, now, null);
  const start = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  const end = requested.endAt ? new Date(requested.endAt) : new Date(start.getTime() + house.longest * 60_000);
  if (end <= start || (end <= now && !reported)) throw invalid('endAt', 'La fin doit être à venir');
  if (end.getTime() - start.getTime() > longestService * 60_000)
    throw invalid('endAt', 'Un service dure au plus 72 heures');
  return asAgency(call, (whole) => write({ ...asked, agent, site, at, start, end }, whole));
}

/** A repeated start returns the same service. */
async function begunBy(event: string, db: Db): Promise<string | undefined> {
  const [known] = await db.query<{ service: string }>({
    name: 'known-begin',
    text: 'select service_id as service from service_events where id = $1',
    values: [event],
  });
  return known?.service;
}

interface Begun extends Requested {
  agent: string;
  site: { id: string; name: string };
  at: Date;
  start: Date;
  end: Date;
}

async function write(
  { requested, event, confirmed, reported, agent, site, at, start, end }: Begun,
  call: Call,
): Promise<string> {
  const { db, now } = call;
  // Lock the agent: of two concurrent starts, the second finds the first; a repeated start finds its own service.
  await db.query({
    name: 'lock-worker',
    text: 'select 1 from agents where id = $1 for no key update',
    values: [agent],
  });
  const known = await begunBy(event.uuid, db);
  if (known) return known;
  await refuseAnother(agent, { start, end }, at, db);
  const draft = {
    site: { id: site.id },
    activityType: requested.activityType ?? 1,
    specialty: requested.specialty ?? null,
    postTitle: requested.postTitle || 'Service non planifié',
    startAt: start.toISOString(),
    endAt: end.toISOString(),
    agents: [{ id: agent }],
    nbAgents: 1,
    ...(reported ? { newId: reported.id } : {}),
    ...(requested.dog ? { dog: { id: requested.dog.id } } : {}),
  };
  const [prepared] = await prepare([{ ...draft }], call, { byServer: true });
  if (!prepared) throw new Error('nothing prepared');
  // The planners' mail names no type of absence.
  const found = await planningErrors([prepared], call, false);
  const errors = found.filter(({ code }) => code !== otherCodes.shortNotice);
  const [barred] = errors.filter(({ level }) => level === 2);
  if (barred && !reported)
    throw new Problem('conflict', `Planification refusée : ${barred.message}`, { errors: errors as never });
  if (errors.length > 0 && !confirmed)
    throw new Problem('conflict', 'Des anomalies de planification sont à confirmer.', { errors: errors as never });
  prepared.draft.confirmed = true;
  const [row] = await writeServices([prepared], call, { consent: call.caller?.acting ? 'waived' : ownConsent });
  const id = row?.id as string;
  await db.query({
    name: 'begin-unplanned',
    text: `update services s set status = ${running}, unplanned = true, open_ended = $2, real_start_at = $3, published_at = $4, published = service_facts(s), updated_at = $4 where s.id = $1`,
    values: [id, requested.endAt == null, at, now],
  });
  await writeTimes(db, { service: id, people: [agent], status: running, began: at, ended: null, steps: 1, now });
  const noted = {
    id: event.uuid,
    service: id,
    agent,
    event: 'serviceStart' as const,
    at,
    // Only the agent's own text: the customer reads it, and must not see the warnings about the agent.
    content: ['Service non planifié', contentOf(event)].filter((one) => one !== null).join('\n'),
    before: waiting,
    after: running,
    location: event.location,
  };
  await noteEvents([noted], call);
  await writeAudit(db, call, {
    entity: Service.name,
    id,
    action: 'beginUnplanned',
    changes: {
      status: { before: waiting, after: running },
      ...(errors.length > 0 ? { confirmed: { before: false, after: true } } : {}),
    },
  });
  const begun = {
    id,
    agent: subjectOf(call),
    site: site.name,
    reference: row?.reference as string,
    warnings: errors.map(({ message }) => message),
  };
  await notifyUnplanned(begun, call);
  return id;
}

async function refuseAnother(
  agent: string,
  { start, end }: { start: Date; end: Date },
  at: Date,
  db: Db,
): Promise<void> {
  const others = await db.query<{ isCircuit: boolean }>({
    name: 'active-services',
    text: `select s.is_circuit as "isCircuit" from services s where s.agency_id = app_agency() and s.status in (${activeStatuses}) and ${isWorkingAt('s', '$1')}`,
    values: [agent],
  });
  const living = { status: waiting, start: start.getTime(), end: end.getTime(), isCircuit: false };
  const refused = refusalOf('start', living, { lateMargin: 0, others }, at.getTime());
  if (refused) throw new Problem('conflict', refused);
}

/** Art. 7.07.3: starting the service counts as consent. Support acting for the agent cannot consent for him. */
const ownConsent: Consent = { means: 'WRITTEN', comment: 'Service non planifié démarré par le collaborateur' };
