// What the agency adds to the dialog of an agent.
import { lazy, useMemo } from 'react';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { askAboutAnomalies } from './askAboutAnomalies.ts';
import { CardProposal } from './CardProposal.tsx';
import { ContractNotes } from './ContractNotes.tsx';
import { useExpirationTypes } from './useExpirationTypes.ts';

const summary = lazy(() => import('./AgentSummary.tsx'));

export function useAgentExtras(): DialogExtras {
  const locale = useLocale();
  const types = useExpirationTypes();
  return useMemo(
    () => ({
      summary,
      below: { Réglementaire: CardProposal, Contrats: ContractNotes },
      ask: (values, row) => askAboutAnomalies(values, row, types, locale),
    }),
    [types, locale],
  );
}
