// What the agency adds to the dialog of an agent.
import { lazy, useMemo, useRef } from 'react';
import { Agent } from '#core/agents/agent.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem } from '#ui/notify.ts';
import { beforeLeaving } from '../leaving/asked.ts';
import { askAboutAnomalies } from './askAboutAnomalies.ts';
import { CardProposal } from './CardProposal.tsx';
import { ContractNotes } from './ContractNotes.tsx';
import { useExpirationTypes } from './useExpirationTypes.ts';

const beforeMove = beforeLeaving(Agent, 'agent');
const summary = lazy(() => import('./AgentSummary.tsx'));

export function useAgentExtras(): DialogExtras {
  const locale = useLocale();
  const types = useExpirationTypes();
  /** Frees the services of an agent whom this save takes out of the planning. */
  const afterSave = useRef<(() => Promise<void>) | null>(null);
  return useMemo(
    () => ({
      summary,
      below: { Réglementaire: CardProposal, Contrats: ContractNotes },
      beforeMove,
      async ask(values, row) {
        if (!(await askAboutAnomalies(values, row, types, locale))) return false;
        const { askBeforeSave } = await import('../leaving/leaving.ts');
        const left = await askBeforeSave(values, row);
        afterSave.current = typeof left === 'function' ? left : null;
        return left !== false;
      },
      async send(draft, _row, key) {
        const { save } = endpointsOf(Agent);
        const answer = await call(save as Endpoint, { params: { id: String(draft.id) }, input: draft, key });
        await afterSave.current?.().catch(notifyProblem);
        afterSave.current = null;
        return (answer as { agent: AnyRow }).agent;
      },
    }),
    [types, locale],
  );
}
