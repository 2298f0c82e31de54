// Asks what becomes of coming services before somebody leaves or a place closes, and does it.
import { Agent } from '#core/agents/agent.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { type Entity, statusPath } from '#core/kernel/entity.ts';
import { archivedStates, type Machine } from '#core/kernel/machine.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Filters, idsFilter, maximumPageSize, mostIds } from '#core/kernel/query.ts';
import {
  comingServices,
  type Freed,
  type FreedPlace,
  freeAgent,
  freedServices,
  giveBackServices,
  type LeavingKind,
  leaveAgent,
  leaveCustomer,
  leaveSite,
  reopenContracts,
  unplanAgent,
} from '#core/planning/leaving.ts';
import { Service } from '#core/planning/service.ts';
import { unscheduled } from '#core/planning/status.ts';
import { Site } from '#core/sites/site.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { sessionStore } from '#ui/client/session-state.ts';
import { confirm } from '#ui/confirm.tsx';
import { normaliseFilters } from '#ui/Filters/normalise.ts';
import type { Period } from '#ui/Filters/periods.ts';
import { plural } from '#ui/format.ts';
import { localeOf } from '#ui/kinds/locale.ts';
import { type AnyRow, type BeforeMove, type Mover, makeMove } from '#ui/moves.ts';
import { notifyIncomplete, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { namedRefusals } from '../planning/acts.ts';
import { type Confirmed, hosted, withConfirmation } from '../planning/anomalies.ts';
import { publishAsked } from '../planning/publishAsked.ts';
import { type LeavingAsked, type LeavingChoice, leavingAsked, servicesAsked, withQuestions } from './asked.ts';

const ask = (asked: Omit<LeavingAsked, 'answer'>): Promise<LeavingChoice | null> => {
  leavingAsked.get()?.answer(null);
  return new Promise((resolve) => {
    leavingAsked.set({
      ...asked,
      answer: (choice) => {
        leavingAsked.set(null);
        resolve(choice);
      },
    });
  });
};

const can = (...rights: Parameters<NonNullable<ReturnType<typeof sessionStore.get>>['can']>[0][number][]): boolean =>
  sessionStore.get()?.can(rights) ?? false;

/** None also for callers who may not see services. */
async function countComing(
  kind: LeavingKind,
  ids: readonly string[],
  after: string | null,
): Promise<{ coming: number; underWay: number }> {
  if (!can('listServices', 'editService')) return { coming: 0, underWay: 0 };
  const { filtered, underWay } = await call(comingServices, { input: { kind, ids: [...ids], after } });
  return { coming: filtered, underWay: underWay.filtered };
}

interface Contract {
  startDate: string;
  endDate: string | null;
}

const contractsOf = (sheet: Readonly<Record<string, unknown>>): Contract[] =>
  ((sheet.agentInfos as { contracts?: Contract[] | null } | undefined)?.contracts ?? []).filter(
    ({ startDate }) => startDate,
  );

/** The last day of the last contract; null: none, or an open one. */
const lastDayOf = (contracts: readonly Contract[]): string | null =>
  contracts.some(({ endDate }) => !endDate)
    ? null
    : (contracts
        .map(({ endDate }) => endDate as string)
        .toSorted()
        .at(-1) ?? null);

/** L1221-13: whoever leaves with a contract in force leaves on a day. Several are asked without reading their sheets. */
async function leavingOf(rows: readonly AnyRow[], today: string): Promise<LeavingAsked['leaving']> {
  if (!can('editAgentContract')) return null;
  const [only] = rows;
  if (!only || rows.length > 1) return { notBefore: null };
  const { read } = endpointsOf(Agent);
  if (!read || !can('readAgent')) return null;
  const { agent } = (await call(read, { params: { id: only.id } })) as { agent: AnyRow };
  const open = contractsOf(agent).filter(({ endDate }) => !endDate || endDate > today);
  return open.length > 0
    ? {
        notBefore:
          open
            .map(({ startDate }) => startDate)
            .toSorted()
            .at(-1) ?? null,
      }
    : null;
}

const leaves = { site: leaveSite, customer: leaveCustomer } as const;

/** Filters of the list of services: those to come that an earlier leaving unscheduled, or left to fill. Null: none. */
async function stillFreed(kind: LeavingKind, ids: readonly string[]): Promise<Filters | null> {
  if (!can('listServices')) return null;
  const startAt = { period: 'fromToday' satisfies Period };
  if (kind === 'agent') {
    const { services } = await call(freedServices, { input: { agents: [...ids] } });
    return services.length === 0 ? null : { [idsFilter]: services };
  }
  const sites = kind === 'site' ? ids : await sitesOf(ids);
  return sites.length === 0 ? null : { status: [unscheduled], site: sites, startAt };
}

async function sitesOf(customers: readonly string[]): Promise<string[]> {
  const { list } = endpointsOf(Site);
  if (!list || !can('listSites')) return [];
  const filters = normaliseFilters(Site, { customer: customers, archived: true }, localeOf(sessionStore.get()));
  const { sites } = (await call(list, { input: { filters, limit: maximumPageSize } })) as { sites: AnyRow[] };
  return sites.map(({ id }) => id);
}

/** Exactly these: the address of the list can be kept and opened again. */
const seeServices = (ids: readonly string[]): { see?: () => void } =>
  can('listServices') && ids.length > 0 && ids.length <= mostIds
    ? { see: () => servicesAsked.set({ [idsFilter]: [...ids] }) }
    : {};

/** A reactivation brings no service back: tells how many there are, and where they are rescheduled. */
async function tellMissing(kind: LeavingKind, ids: readonly string[]): Promise<void> {
  const shown = await stillFreed(kind, ids);
  const { list } = endpointsOf(Service);
  if (!shown || !list) return;
  const filters = normaliseFilters(Service, shown, localeOf(sessionStore.get()));
  const { filtered } = (await call(list, { input: { filters, limit: 1 } })) as { filtered: number };
  if (filtered === 0) return;
  notifySuccess(
    kind === 'agent'
      ? `Les services libérés à son départ ne lui sont pas rendus : ${plural(filtered, 'service à venir est à pourvoir', 'services à venir sont à pourvoir')}`
      : `${plural(filtered, 'service à venir reste déprogrammé', 'services à venir restent déprogrammés')} : sélectionnez-les dans la liste pour les reprogrammer`,
    { see: () => servicesAsked.set(shown), lasts: 'answered' },
  );
}

const offerPublishing = (services: readonly string[]) => ({
  offer: { label: 'Publier…', act: () => publishAsked.set({ services: [...services] }) },
});

/** Tells of freed services; those that agents know are published by whoever freed them. The result withdraws it. */
function tellFreed(kind: LeavingKind, { freed, tours = [] }: Freed & Partial<FreedPlace>): () => void {
  const changed = [...freed, ...tours];
  if (changed.length === 0) return () => undefined;
  void invalidateEntity(Service, changed);
  const words = kind === 'agent' ? ['est à pourvoir', 'sont à pourvoir'] : ['déprogrammé', 'déprogrammés'];
  const left = plural(freed.length, `service ${words[0]}`, `services ${words[1]}`);
  const passing = plural(tours.length, 'tournée n’y passe plus', 'tournées n’y passent plus');
  const said = [...(freed.length > 0 ? [left] : []), ...(tours.length > 0 ? [passing] : [])];
  return notifySuccess(said.join(', '), { ...offerPublishing(changed), ...seeServices(changed) });
}

/** What else was changed with a row that « Annuler » returns. */
interface Left {
  freed: Freed & Partial<FreedPlace>;
  /** Contracts ended with it. */
  contracts: boolean;
  /** Withdraws the message about the services. */
  hide(): void;
}
const leftWith = new WeakMap<AnyRow, Left>();

/** The archived row, from which « Annuler » returns. */
async function leave(of: Entity, kind: LeavingKind, row: AnyRow, choice: LeavingChoice): Promise<AnyRow> {
  const { services, leftOn } = choice;
  const request = { params: { id: row.id }, key: actKey() };
  const freed =
    kind === 'agent'
      ? await call(leaveAgent, { ...request, input: { services, leftOn } })
      : await call(leaves[kind], { ...request, input: { services } });
  const hide = tellFreed(kind, freed);
  // His sites are archived with him.
  if (kind === 'customer') void invalidateEntity(Site);
  const { archive } = (of.machine as Machine).moves;
  const archived = { ...row, [statusPath(of)]: archive?.to };
  leftWith.set(archived, { freed, contracts: Boolean(leftOn), hide });
  return archived;
}

/** « Annuler » of a leaving: the contracts, the row, then its services. */
const comeBack =
  (of: Entity, kind: LeavingKind, name: string): Mover =>
  async (row) => {
    const { freed, contracts, hide } = leftWith.get(row) as Left;
    const { tours = [] } = freed;
    hide();
    if (contracts) await call(reopenContracts, { params: { id: row.id }, key: actKey() }).catch(notifyProblem);
    const back = await makeMove(of, row, name);
    // His sites reopen with him.
    if (kind === 'customer') void invalidateEntity(Site);
    if (freed.freed.length > 0)
      await giveBack(kind, row.id, freed).catch((problem) => {
        notifyProblem(problem);
        tellFreed(kind, freed);
      });
    if (tours.length > 0)
      notifySuccess(
        plural(
          tours.length,
          'tournée n’y passe toujours pas : ajoutez-lui ses étapes',
          'tournées n’y passent toujours pas : ajoutez-leur leurs étapes',
        ),
        { ...seeServices(tours), lasts: 'answered' },
      );
    return back;
  };

/** Those without an anomaly return whatever the answer about the others is. */
export async function giveBack(kind: LeavingKind, id: string, { freed, versions }: Freed): Promise<void> {
  const input = { ...(kind === 'agent' ? { agent: id } : {}), versions };
  const give = (more: Confirmed | { confirmed: false }) =>
    call(giveBackServices, { input: { ...input, ...more }, key: actKey() });
  const { services, refused, changed } = await withQuestions(async () => {
    await hosted();
    return (await withConfirmation(give, 'giveBack')) ?? give({ confirmed: false });
  });
  void invalidateEntity(Service, freed);
  const missing = freed.filter((one) => !services.includes(one));
  const message = [
    services.length === 0
      ? 'Aucun service n’est rendu.'
      : `${plural(services.length, 'service rendu', 'services rendus')}.`,
    refused.length === 0
      ? ''
      : `${
          kind === 'agent'
            ? plural(refused.length, 'service reste à pourvoir', 'services restent à pourvoir')
            : plural(refused.length, 'service reste déprogrammé', 'services restent déprogrammés')
        } : ${namedRefusals(refused)}`,
    changed ?? '',
  ]
    .filter(Boolean)
    .join(' ');
  if (missing.length === 0) notifySuccess(message);
  else
    notifyIncomplete(message, {
      ...(refused.length > 0 ? offerPublishing(refused.map((one) => one.id)) : {}),
      ...seeServices(missing),
      lasts: 'answered',
    });
}

const isArchived = (of: Entity) => {
  const states = archivedStates(of.machine);
  return (row: AnyRow): boolean => states.includes(row[statusPath(of)] as number);
};

const acts: Partial<Record<string, 'archive' | 'delete'>> = { archive: 'archive', delete: 'delete' };

export async function askBeforeMove(
  of: Entity,
  kind: LeavingKind,
  ...asked: Parameters<BeforeMove>
): ReturnType<BeforeMove> {
  const [name, rows, today] = asked;
  const act = acts[name];
  if (rows.length > 0 && rows.every((row) => leftWith.has(row))) return comeBack(of, kind, name);
  const returned = name === 'reactivate' ? rows.filter(isArchived(of)).map(({ id }) => id) : [];
  if (returned.length > 0 || (kind === 'customer' && !act)) {
    let waiting = rows.length;
    return async (row) => {
      try {
        return await makeMove(of, row, name);
      } finally {
        // His sites reopen with him.
        if (kind === 'customer') void invalidateEntity(Site);
        waiting -= 1;
        if (waiting === 0 && returned.length > 0) void tellMissing(kind, returned).catch(notifyProblem);
      }
    };
  }
  // A place with services cannot be deleted anyway.
  if (!act || (act === 'delete' && kind !== 'agent')) return undefined;
  const those = rows.map((row) => ({ id: row.id, name: String(row[of.title] ?? '') }));
  const { coming, underWay } = await countComing(
    kind,
    those.map(({ id }) => id),
    null,
  );
  const leaving = kind === 'agent' && act === 'archive' ? await leavingOf(rows, today) : null;
  const sites = kind === 'customer' ? rows.reduce((sum, { siteCount }) => sum + Number(siteCount ?? 0), 0) : 0;
  if (coming + underWay + sites === 0 && leaving === null) return undefined;
  const choice = await ask({ kind, those, act, after: null, leaving, sites });
  if (!choice) return null;
  if (act === 'archive') return (row) => leave(of, kind, row, choice);
  return async (row) => {
    if (choice.services === 'free') await free(row.id, null);
    return makeMove(of, row, name);
  };
}

async function free(agent: string, after: string | null): Promise<void> {
  tellFreed('agent', await call(freeAgent, { input: { agent, after }, key: actKey() }));
}

/** The save of a sheet takes its agent out of the planning; from which day on, null: at once, undefined: it does not. */
export function leavesPlanning(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): string | null | undefined {
  const isPlannable = (sheet: Readonly<Record<string, unknown>>): boolean =>
    (sheet.agentInfos as { plannable?: boolean } | undefined)?.plannable === true;
  if (isPlannable(before) && !isPlannable(values)) return null;
  const [next, known] = [lastDayOf(contractsOf(values)), lastDayOf(contractsOf(before))];
  return next !== null && contractsOf(before).length > 0 && (known === null || next < known) ? next : undefined;
}

/** What becomes of the services of somebody whom a save takes out of the planning, from this day on; null: at once. */
export interface Answered {
  after: string | null;
  services: LeavingChoice['services'];
}

type Sheet = Readonly<Record<string, unknown>>;

/** Asked once by the save of one or several sheets, for each day from which they leave; null returns to the form. */
export async function askBeforeSave(
  records: readonly { values: Sheet; row: AnyRow | null }[],
): Promise<Map<string, Answered> | null> {
  const leaving = records.flatMap(({ values, row }) => {
    const after = row ? leavesPlanning(values, row) : undefined;
    return row && after !== undefined ? [{ row, after }] : [];
  });
  const left = new Map<string, Answered>();
  for (const [after, group] of Map.groupBy(leaving, (one) => one.after)) {
    const those = group.map(({ row }) => ({ id: row.id, name: String(row.fullname ?? '') }));
    const ids = those.map(({ id }) => id);
    if ((await countComing('agent', ids, after)).coming === 0) continue;
    const choice = await ask({ kind: 'agent', those, act: 'save', after, leaving: null, sites: 0 });
    if (!choice) return null;
    for (const id of ids) left.set(id, { after, services: choice.services });
  }
  return left;
}

/** Of people whose contracts end by this day; null returns to the form. */
export async function askServices(
  those: readonly { id: string; name: string }[],
  after: string,
): Promise<LeavingChoice['services'] | null> {
  const ids = those.map(({ id }) => id);
  if (ids.length === 0 || (await countComing('agent', ids, after)).coming === 0) return 'keep';
  return (await ask({ kind: 'agent', those, act: 'save', after, leaving: null, sites: 0 }))?.services ?? null;
}

type Draft = Record<string, unknown>;

const saveSheet = async (input: Draft, key: string): Promise<AnyRow> =>
  ((await call(endpointsOf(Agent).save as Endpoint, { params: { id: String(input.id) }, input, key })) as AnyAgent)
    .agent;

interface AnyAgent {
  agent: AnyRow;
}

/** Saves a sheet with the answer about the agent's services; null: the user went back to the form. */
export async function saveWithAnswer(draft: Draft, left: Answered | undefined, key: string): Promise<AnyRow | null> {
  if (left?.after === null) return unplan(draft, left.services, key);
  try {
    const agent = await saveSheet(draft, key);
    if (left?.services === 'free') await free(agent.id, left.after).catch(notifyProblem);
    return agent;
  } catch (problem) {
    // Somebody who may not see services was not asked, or a service came meanwhile.
    if (!(problem instanceof Problem) || !problem.details.coming) throw problem;
    const isKept = await confirm({
      title: 'Services à venir',
      message: problem.message,
      confirmLabel: 'Enregistrer et les garder',
    });
    return isKept ? unplan(draft, 'keep', key) : null;
  }
}

/** The other values first: if they are refused, the agent stays in the planning. The same key is the same two requests. */
async function unplan(draft: Draft, services: LeavingChoice['services'], key: string): Promise<AnyRow> {
  const { agentInfos, ...rest } = draft;
  const { plannable: _off, ...infos } = agentInfos as Draft;
  const others = { ...rest, ...(Object.keys(infos).length > 0 ? { agentInfos: infos } : {}) };
  const isMore = Object.keys(others).some((name) => name !== 'id' && name !== 'version');
  const { version } = isMore ? await saveSheet(others, `${key}-sheet`) : draft;
  const input = { services, ...(version === undefined ? {} : { version }) };
  const params = { id: String(draft.id) };
  tellFreed('agent', await call(unplanAgent, { params, input, key: `${key}-unplan` }));
  return ((await call(endpointsOf(Agent).read as Endpoint, { params })) as AnyAgent).agent;
}
