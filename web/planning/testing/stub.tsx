// The planning over a stub server that stores services, with the replies that a test chooses.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { refresher } from '#ui/live/Live.tsx';
import { owner, showPage, startAfresh } from '../../testing/page.tsx';
import { AnomaliesHost } from '../AnomaliesHost.tsx';
import { pendingSteps } from '../pending.ts';
import { type PlanningState, usePlanning } from '../usePlanning.ts';
import { dataOf, id, period, service } from './planned.ts';

export const ids = { one: id(1), two: id(2), three: id(3), made: id(4) };
export const one = service(ids.one, '2026-11-10', '08:00', '12:00', { version: 1 });
export const two = service(ids.two, '2026-11-12', '08:00', '12:00', { version: 1 });

/** The services on the server, and the reply to a save. */
type Answer = (request: StubRequest) => Reply | Promise<Reply> | null;
export const stub: {
  stored: Map<string, PlannedService>;
  answerSave: Answer | null;
  answerUndo: Answer | null;
  answerMove: ((request: StubRequest) => Reply) | null;
  answerCopy: Answer | null;
  requests: StubRequest[];
  live: ReturnType<typeof refresher> | null;
} = {
  stored: new Map(),
  answerSave: null,
  answerUndo: null,
  answerMove: null,
  answerCopy: null,
  requests: [],
  live: null,
};

export const minute = (instant: string): number => Date.parse(instant) / 60_000;
export interface Draft {
  id: string;
  version?: number;
  startAt?: string;
  endAt?: string;
  agents?: { id: string }[];
}

export function save({ body }: StubRequest): Reply {
  const { services } = body as { services: Draft[] };
  for (const { id, version } of services)
    if (version !== undefined && version !== stub.stored.get(id)?.version)
      return refusal(409, 'Ce service vient d’être modifié');
  return [
    200,
    {
      services: services.map(({ id, startAt, endAt, agents }) => {
        const was = stub.stored.get(id) as PlannedService;
        const next = {
          ...was,
          version: was.version + 1,
          start: startAt === undefined ? was.start : minute(startAt),
          end: endAt === undefined ? was.end : minute(endAt),
          agents: agents?.map((agent) => agent.id) ?? was.agents,
        };
        stub.stored.set(id, next);
        return { id, version: next.version };
      }),
    },
  ];
}

async function answer(call: StubRequest): Promise<Reply> {
  if (call.path.endsWith('/fetch/circuits-planning')) return [200, dataOf([...stub.stored.values()])];
  if (call.path.endsWith('/fetch/agents/working-times')) return [200, { workingTimes: {} }];
  if (call.path.endsWith('/fetch/circuits-planning-rows')) {
    const { services } = call.body as { services: { id: string }[] };
    const ids = services.map(({ id }) => id);
    return [
      200,
      {
        services: ids.flatMap((id) => stub.stored.get(id) ?? []),
        gone: ids.filter((id) => !stub.stored.has(id)),
        sites: [],
        goneSites: [],
        workingTimes: {},
        removed: [],
      },
    ];
  }
  if (call.path.endsWith('/services/clone')) {
    const chosen = await stub.answerCopy?.(call);
    if (chosen) return chosen;
    const [made] = (call.body as { copies: { startAt: string; minutes: number; service: string }[] }).copies;
    const start = minute(made?.startAt ?? '');
    const row = { ...one, id: ids.made, version: 1, start, end: start + (made?.minutes ?? 0) };
    stub.stored.set(ids.made, row);
    return [200, { services: [{ id: ids.made, version: 1 }] }];
  }
  if (call.path.endsWith('/circuits')) return (await stub.answerSave?.(call)) ?? save(call);
  if (call.path.endsWith('/services/undo')) {
    const { services } = call.body as { services: { id: string; before: Omit<Draft, 'id'> }[] };
    const drafts = services.map(({ id, before }) => ({ id, ...before }));
    return (await stub.answerUndo?.(call)) ?? save({ ...call, body: { services: drafts } });
  }
  if (/\/services\/(un|re)schedule$/.test(call.path)) return stub.answerMove?.(call) ?? refusal(404, 'Inconnu');
  return refusal(404, 'Inconnu');
}

export const asked = (end: string): StubRequest[] => stub.requests.filter(({ path }) => path.endsWith(end));
export const wholes = (): number => asked('/fetch/circuits-planning').length;
export const rowCalls = (): string[][] =>
  asked('/fetch/circuits-planning-rows').map(({ body }) =>
    (body as { services: { id: string }[] }).services.map(({ id }) => id),
  );
export const saves = (): Draft[][] => asked('/circuits').map(({ body }) => (body as { services: Draft[] }).services);

export function startStub(): void {
  startAfresh();
  pendingSteps.set(new Map());
  stub.stored = new Map([one, two].map((row) => [row.id, row]));
  stub.answerSave = null;
  stub.answerUndo = null;
  stub.answerMove = null;
  stub.answerCopy = null;
  stub.requests = serve(answer);
  stub.live = refresher();
}
export const stopStub = (): void => stub.live?.stop();
export const announce = (...ids: string[]): void =>
  act(() => stub.live?.onEvent({ type: 'changed', entity: 'service', ids }));

export async function opened(): Promise<State> {
  showPage(<AnomaliesHost />, owner());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePlanning(period, true), { wrapper });
  await waitFor(() => expect(result.current.planning).not.toBeNull());
  stub.requests.length = 0;
  return result;
}

export type State = { current: PlanningState };
export const rowOf = ({ current }: State, id = ids.one): PlannedService | undefined =>
  current.planning?.services.get(id);
export const startOf = (state: State, id = ids.one): number | undefined => rowOf(state, id)?.start;
export const later = (row: PlannedService, hours: number): PlannedService => ({
  ...row,
  start: row.start + hours * 60,
  end: row.end + hours * 60,
});
export const rest = (milliseconds: number): Promise<void> =>
  act(() => new Promise<void>((done) => setTimeout(done, milliseconds)));
/** Starts a user action and draws its effect. */
export function begun<T>(run: () => Promise<T>): Promise<T> {
  const made: Promise<T>[] = [];
  act(() => void made.push(run()));
  return made[0] as Promise<T>;
}

/** A save whose reply waits for the test. */
export function held(): { let(reply?: Reply): void } {
  const gate = Promise.withResolvers<Reply | null>();
  stub.answerSave = async (call) => (await gate.promise) ?? save(call);
  return { let: (reply) => gate.resolve(reply ?? null) };
}
export const error = {
  index: 0,
  service: ids.one,
  agent: null,
  code: '11-hour rest',
  level: 1,
  message: 'Repos de 9 h',
  article: null,
};
export const anomalies = 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?';
