import { unplannedStart } from '#core/planning/unplanned-message.ts';
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';

export const unplanned: FieldPart = {
  name: 'unplanned',
  messages: [unplannedStart],
  pages: { 'non-planifie': screen(() => import('./Unplanned.tsx')) },
  menu: (view) =>
    holds(view, 'createService') || (view.held.frame?.agency.unplanned && holds(view, 'createOwnService'))
      ? [{ label: 'Service non planifié', to: 'non-planifie' }]
      : [],
};
