// What a supervisor on the road needs (decision 069): the desk's screens of the agency, and the sites on the telephone.
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';
import { desksOf } from './desks.ts';

export const staff: FieldPart = {
  name: 'staff',
  pages: {
    encadrement: screen(() => import('./Desks.tsx')),
    sites: screen(() => import('./Sites.tsx')),
    site: screen(() => import('./SitePage.tsx')),
    contactAgence: screen(() => import('./Contact.tsx')),
  },
  menu: (view) => [
    ...(desksOf(view).length > 0 ? [{ label: 'Encadrement', to: 'encadrement' }] : []),
    ...(holds(view, 'listOwnSites') || holds(view, 'listSites') ? [{ label: 'Sites', to: 'sites' }] : []),
  ],
};
