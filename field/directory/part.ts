import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';

export const directory: FieldPart = {
  name: 'directory',
  pages: { annuaire: screen(() => import('./Directory.tsx')) },
  menu: (view) => (holds(view, 'readAgentDirectory') ? [{ label: 'Annuaire', to: 'annuaire' }] : []),
};
