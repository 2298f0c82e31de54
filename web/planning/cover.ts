// Replacement of an agent: what the user asked for, and the save with its checks and its undo.
import type { Input } from '#core/kernel/endpoint.ts';
import { saveServices } from '#core/planning/calls.ts';
import type { CoveredService } from '#core/planning/cover-calls.ts';
import { actKey, call } from '#ui/client/call.ts';
import { store } from '#ui/client/store.ts';
import { attempt, remember, sendUndo, undoing } from './acts.ts';
import { withConfirmation } from './anomalies.ts';
import { publishAsked } from './publishAsked.ts';

export type CoverAsked =
  /** `agent`: who is replaced; null: an unfilled post. */
  { service: string; agent: string | null } | { agent: string; period: { start: string; end: string } };

/** The open request; rendered by CoverHost. */
export const coverAsked = store<CoverAsked | null>(null);

export type Consent = NonNullable<Input<typeof saveServices>['consent']>;

/** A service and its new agent. */
export interface Assignment {
  service: CoveredService;
  to: string;
}

const named = (ids: readonly string[]): { id: string }[] => ids.map((id) => ({ id }));

const held = ({ agents }: CoveredService): string[] => agents.map(({ id }) => id);

/** The offer that waits for an answer, and the services that it is about. */
let waiting: { services: readonly string[]; hide(): void } | null = null;

/** It stays until it is answered; one offer at a time, about all services that nobody was told of. */
function offerToTell(label: string, undo: () => Promise<unknown>, ids: readonly string[], isBoth: boolean): void {
  const services = [...new Set([...(waiting?.services ?? []), ...ids])];
  waiting?.hide();
  const hide = remember(
    label,
    () => {
      waiting = null;
      return undo();
    },
    {
      lasts: 'answered',
      offer: {
        label: isBoth && services.length === ids.length ? 'Prévenir les deux…' : 'Prévenir…',
        act: () => {
          waiting = null;
          publishAsked.set({ services });
        },
      },
    },
  );
  waiting = { services, hide };
}

/** Returns true if it was saved; findings of the checks are shown first. */
export async function replace(
  assignments: readonly Assignment[],
  replaced: string | null,
  consent: Consent | null,
  label: string,
): Promise<boolean> {
  let done = false;
  const services = assignments.map(({ service, to }) => ({
    id: service.id,
    agents: named([...held(service).filter((id) => id !== replaced), to]),
    version: service.version,
  }));
  const ids = assignments.map(({ service }) => service.id);
  await attempt(async () => {
    let accepted = false;
    const saved = await withConfirmation((more) => {
      accepted = more.confirmed === true;
      return call(saveServices, { input: { services, ...(consent ? { consent } : {}), ...more }, key: actKey() });
    });
    if (!saved) return;
    done = true;
    const changes = assignments.map(({ service, to }) => ({
      id: service.id,
      before: { agents: named(held(service)) },
      after: { agents: named([...held(service).filter((id) => id !== replaced), to]) },
      accepted,
    }));
    const undo = async () => (await sendUndo(changes)) !== null;
    offerToTell(label, () => undoing(undo, ids), ids, replaced !== null);
  }, ids);
  return done;
}
