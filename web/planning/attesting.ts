// « Déclarer réalisé », for a service that nobody clocked: part of its dialog.
import { lazy } from 'react';
import { attestServices } from '#core/planning/lifecycle-calls.ts';
import { missed } from '#core/planning/status.ts';
import type { Right } from '#core/rights.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconCheck } from '#ui/icons.ts';

export const attestRights = attestServices.mounts.agency as readonly Right[];
export const attestLabel = 'Déclarer réalisé';

export const attestPart: DialogPart = {
  key: 'realise',
  label: attestLabel,
  icon: IconCheck,
  // A stop is done with its tour.
  when: ({ status, circuit }, session) =>
    session.scope === 'agency' && session.can(attestRights) && status === missed && circuit == null,
  Content: lazy(() => import('./Attest.tsx')),
};
