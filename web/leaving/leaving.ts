// Asks what becomes of coming services before somebody leaves or a place closes, and does it.
import { Agent } from '#core/agents/agent.ts';
import type { Entity } from '#core/kernel/entity.ts';
import {
  comingServices,
  type Freed,
  freeAgent,
  type LeavingKind,
  leaveAgent,
  leaveCustomer,
  leaveSite,
} from '#core/planning/leaving.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { sessionStore } from '#ui/client/session-state.ts';
import { plural } from '#ui/format.ts';
import { type AnyRow, type BeforeMove, makeMove } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';
import { publishAsked } from '../planning/publishAsked.ts';
import { type LeavingAsked, type LeavingChoice, leavingAsked } from './asked.ts';

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

/** Zero also for callers who may not see services. */
async function countComing(kind: LeavingKind, ids: readonly string[], after: string | null): Promise<number> {
  if (!can('listServices', 'editService')) return 0;
  return (await call(comingServices, { input: { kind, ids: [...ids], after } })).filtered;
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

/** Tells of freed services; those that agents know are published by whoever freed them. */
function tellFreed(kind: LeavingKind, { freed }: Freed): void {
  if (freed.length === 0) return;
  void invalidateEntity(Service, freed);
  notifySuccess(
    kind === 'agent'
      ? plural(freed.length, 'service est à pourvoir', 'services sont à pourvoir')
      : plural(freed.length, 'service déprogrammé', 'services déprogrammés'),
    { offer: { label: 'Publier…', act: () => publishAsked.set({ services: freed }) } },
  );
}

async function leave(kind: LeavingKind, id: string, choice: LeavingChoice): Promise<undefined> {
  const { services, leftOn } = choice;
  if (kind === 'customer') void invalidateEntity(Site);
  const request = { params: { id }, key: actKey() };
  tellFreed(
    kind,
    kind === 'agent'
      ? await call(leaveAgent, { ...request, input: { services, leftOn } })
      : await call(leaves[kind], { ...request, input: { services } }),
  );
}

const acts: Partial<Record<string, 'archive' | 'delete'>> = { archive: 'archive', delete: 'delete' };

export async function askBeforeMove(
  of: Entity,
  kind: LeavingKind,
  ...asked: Parameters<BeforeMove>
): ReturnType<BeforeMove> {
  const [name, rows, today] = asked;
  const act = acts[name];
  // A place with services cannot be deleted anyway.
  if (!act || (act === 'delete' && kind !== 'agent')) return undefined;
  const those = rows.map((row) => ({ id: row.id, name: String(row[of.title] ?? '') }));
  const coming = await countComing(
    kind,
    those.map(({ id }) => id),
    null,
  );
  const leaving = kind === 'agent' && act === 'archive' ? await leavingOf(rows, today) : null;
  const sites = kind === 'customer' ? rows.reduce((sum, { siteCount }) => sum + Number(siteCount ?? 0), 0) : 0;
  if (coming === 0 && leaving === null && sites === 0) return undefined;
  const choice = await ask({ kind, those, act, after: null, leaving, sites });
  if (!choice) return null;
  if (act === 'archive') return ({ id }) => leave(kind, id, choice);
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

/** Asked by the save of a sheet: false returns to the form, a function frees his services once it is saved. */
export async function askBeforeSave(
  values: Readonly<Record<string, unknown>>,
  row: AnyRow | null,
): Promise<boolean | (() => Promise<void>)> {
  const after = row ? leavesPlanning(values, row) : undefined;
  if (!row || after === undefined || (await countComing('agent', [row.id], after)) === 0) return true;
  const those = [{ id: row.id, name: String(row.fullname ?? '') }];
  const choice = await ask({ kind: 'agent', those, act: 'save', after, leaving: null, sites: 0 });
  if (!choice) return false;
  return choice.services === 'free' ? () => free(row.id, after) : true;
}
