// Screens of the administration of agencies and people.
import type { Screen } from './route.ts';
import { screen } from './screens.tsx';

export const agenciesScreen: Screen = {
  list: {
    entity: () => import('#core/platform/agency.ts').then(({ AdminAgency }) => AdminAgency),
    scope: 'platform',
  },
  load: () => import('#web/platform/Agencies.tsx'),
};

export const usersScreen: Screen = {
  list: { entity: () => import('#core/platform/user.ts').then(({ AdminUser }) => AdminUser), scope: 'platform' },
  load: () => import('#web/platform/Users.tsx'),
};

export const supportAccountsScreen = screen(() => import('#web/platform/SupportAccounts.tsx'));
export const resumeScreen = screen(() => import('#web/platform/Resume.tsx'));
export const platformTurnoverScreen = screen(() => import('#web/platform/PlatformTurnover.tsx'));
export const importAgencyScreen = screen(() => import('#web/platform/ImportAgency.tsx'));
