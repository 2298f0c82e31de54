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
    remember(label, () => undoing(undo, ids), {
      offer: {
        label: replaced === null ? 'Prévenir…' : 'Prévenir les deux…',
        act: () => publishAsked.set({ services: ids }),
      },
    });
  }, ids);
  return done;
}
