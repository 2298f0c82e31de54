import { lazy } from 'react';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconPackage } from '#ui/icons.ts';

/** Simplified stock only; otherwise he holds pieces of references. */
export const agentEquipment: DialogPart = {
  key: 'items',
  label: 'Matériel',
  icon: IconPackage,
  when: (_, { scope, profile, can }) =>
    scope === 'agency' && (profile?.company.simplifiedStock ?? true) && can(['editAgent']) && can(['readAgent']),
  Content: lazy(() => import('./AgentEquipment.tsx')),
};
