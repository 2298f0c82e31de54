// Screens of the administration of agencies and people.
import type { Screen } from './route.ts';

export const agenciesScreen: Screen = {
  list: {
    entity: () => import('#core/platform/agency.ts').then(({ AdminAgency }) => AdminAgency),
    scope: 'platform',
  },
  load: () => import('#web/platform/Agencies.tsx'),
};
