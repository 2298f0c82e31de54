import { lazy } from 'react';
import { siteRight } from '#core/roles.ts';
import type { Session } from '#ui/client/session.ts';
import { simplifiedStock } from '#ui/client/session-state.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconPackage } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';

type SiteRights = Parameters<typeof siteRight>[1];

/** Simplified stock only (T-025): the agency by its right; agents and customers if the site allows it. */
function isOpen(row: AnyRow, session: Session): boolean {
  if (!simplifiedStock(session)) return false;
  if (session.scope === 'agency') return session.can(['listSiteItems']);
  const { rightsAgent, rightsCustomer } = row as unknown as Partial<SiteRights>;
  return siteRight(
    session.asker,
    { rightsAgent: rightsAgent ?? {}, rightsCustomer: rightsCustomer ?? {} },
    'readItems',
  );
}

export const equipment: DialogPart = {
  key: 'items',
  label: 'Matériel',
  icon: IconPackage,
  when: isOpen,
  Content: lazy(() => import('./Equipment.tsx')),
};
