import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';

export const papers: FieldPart = {
  name: 'papers',
  pages: { documents: screen(() => import('./PapersScreen.tsx')) },
  menu: (view) => (holds(view, 'listOwnDocuments') ? [{ label: 'Mes documents', to: 'documents' }] : []),
};
