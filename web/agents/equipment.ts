import { lazy } from 'react';
import { simplifiedStock } from '#ui/client/session-state.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconPackage } from '#ui/icons.ts';

/** Simplified stock only; otherwise he holds pieces of references. */
export const agentEquipment: DialogPart = {
  key: 'items',
  label: 'Matériel',
  icon: IconPackage,
  when: (_, session) =>
    session.scope === 'agency' && simplifiedStock(session) && session.can(['editAgent']) && session.can(['readAgent']),
  Content: lazy(() => import('./AgentEquipment.tsx')),
};
