// What the agency adds to the dialog of an agent.
import { lazy, useMemo, useRef } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { sessionStore, simplifiedStock } from '#ui/client/session-state.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifySuccess } from '#ui/notify.ts';
import { beforeLeaving } from '../leaving/asked.ts';
import type { Answered } from '../leaving/leaving.ts';
import { askAboutAnomalies } from './askAboutAnomalies.ts';
import { CardProposal } from './CardProposal.tsx';
import { ContractNotes } from './ContractNotes.tsx';
import { agentEquipment } from './equipment.ts';
import { activateAndInvite, mayInvite } from './inviting.ts';
import { useExpirationTypes } from './useExpirationTypes.ts';

type Values = Record<string, unknown>;

const beforeMove = beforeLeaving(Agent, 'agent');
const summary = lazy(() => import('./AgentSummary.tsx'));

/** Without an account, a collaborator sees nothing of his planning. */
const offerInvitation = (agent: AnyRow): void =>
  void notifySuccess('Ce collaborateur n’a pas encore de compte', {
    offer: { label: 'L’inviter', act: () => void activateAndInvite(agent).then(() => invalidateEntity(Agent)) },
  });

export function useAgentExtras(): DialogExtras {
  const locale = useLocale();
  const types = useExpirationTypes();
  const isSimple = simplifiedStock(useSession());
  /** By agent: what becomes of the services of those whom this save takes out of the planning. */
  const left = useRef<ReadonlyMap<string, Answered>>(new Map());
  return useMemo(() => {
    const askMany = async (records: readonly { values: Values; row: AnyRow }[]): Promise<boolean> => {
      const { askBeforeSave } = await import('../leaving/leaving.ts');
      const answers = await askBeforeSave(records);
      left.current = answers ?? new Map();
      return answers !== null;
    };
    return {
      summary,
      parts: [agentEquipment],
      // T-025: with references, what he holds are pieces of them.
      only: isSimple ? undefined : (field) => field.table !== Agent.fields.agentInfos.fields.items.table,
      below: { Réglementaire: CardProposal, Contrats: ContractNotes },
      beforeMove,
      ask: async (values, row) =>
        (await askAboutAnomalies([{ values, before: row }], types, locale)) &&
        (row === null || askMany([{ values, row }])),
      askMany: async (records) =>
        (await askAboutAnomalies(
          records.map(({ values, row }) => ({ values, before: row })),
          types,
          locale,
        )) && askMany(records),
      async send(draft, row, key) {
        const { saveWithAnswer } = await import('../leaving/leaving.ts');
        const agent = await saveWithAnswer(draft, left.current.get(row?.id ?? ''), key);
        const session = sessionStore.get();
        if (agent && row === null && session && mayInvite(agent, session)) offerInvitation(agent);
        return agent;
      },
    };
  }, [types, locale, isSimple]);
}
