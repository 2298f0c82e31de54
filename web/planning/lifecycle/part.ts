import { lazy } from 'react';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import type { Right } from '#core/rights.ts';
import type { Session } from '#ui/client/session.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconHistory } from '#ui/icons.ts';

const isOpen = (_: unknown, session: Session): boolean =>
  session.can(fetchServiceEvents.mounts[session.scope] as readonly Right[]);

/** Part of the service dialog. */
export const lifecyclePart: DialogPart = {
  key: 'deroule',
  label: 'Déroulé',
  icon: IconHistory,
  when: isOpen,
  Content: lazy(() => import('./Lifecycle.tsx')),
};
