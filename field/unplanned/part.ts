import { unplannedStart } from '#core/planning/unplanned-message.ts';
import type { FieldPart } from '../part.ts';
import { screen } from '../screens.ts';
import { mayBegin } from './may.ts';

export const unplanned: FieldPart = {
  name: 'unplanned',
  messages: [unplannedStart],
  pages: { 'non-planifie': screen(() => import('./Unplanned.tsx')) },
  menu: (view) => (mayBegin(view) ? [{ label: 'Service non planifié', to: 'non-planifie' }] : []),
};
