// What the agency adds to the dialog of an agent.
import { lazy, useMemo, useRef } from 'react';
import { Agent } from '#core/agents/agent.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { sessionStore } from '#ui/client/session-state.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { beforeLeaving } from '../leaving/asked.ts';
import { askAboutAnomalies } from './askAboutAnomalies.ts';
import { CardProposal } from './CardProposal.tsx';
import { ContractNotes } from './ContractNotes.tsx';
import { inviteAgents } from './inviting.ts';
import { useExpirationTypes } from './useExpirationTypes.ts';

const beforeMove = beforeLeaving(Agent, 'agent');
const summary = lazy(() => import('./AgentSummary.tsx'));

/** Without an account, a collaborator sees nothing of his planning. */
const offerInvitation = (id: string): void =>
  void notifySuccess('Ce collaborateur n’a pas encore de compte', {
    offer: { label: 'L’inviter', act: () => void inviteAgents([id]).then(() => invalidateEntity(Agent)) },
  });

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
      async send(draft, row, key) {
        const { save } = endpointsOf(Agent);
        const answer = await call(save as Endpoint, { params: { id: String(draft.id) }, input: draft, key });
        await afterSave.current?.().catch(notifyProblem);
        afterSave.current = null;
        const { agent } = answer as { agent: AnyRow };
        if (row === null && agent.email && sessionStore.get()?.can(['editAgentRight'])) offerInvitation(agent.id);
        return agent;
      },
    }),
    [types, locale],
  );
}
