import { AdminAgency } from '#core/platform/agency.ts';
import { AdminUser } from '#core/platform/user.ts';
import { extend, module } from '#server/kernel/module.ts';
import { adminAgencyExtension, administeredHandlers } from './administered.ts';
import { dashboardHandlers } from './dashboard.ts';
import { platformHandlers } from './platform.ts';
import { reportingHandlers } from './reporting.ts';
import { supportAccountHandlers } from './support-accounts.ts';
import { adminUserExtension } from './users.ts';
import { visitHandlers } from './visits.ts';

export const platform = module({
  entities: [extend(AdminAgency, adminAgencyExtension), extend(AdminUser, adminUserExtension)],
  calls: [
    ...platformHandlers,
    ...reportingHandlers,
    ...administeredHandlers,
    ...visitHandlers,
    ...supportAccountHandlers,
    ...dashboardHandlers,
  ],
});
