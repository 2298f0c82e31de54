import { AdminAgency } from '#core/platform/agency.ts';
import { extend, module } from '#server/kernel/module.ts';
import { adminAgencyExtension, administeredHandlers } from './administered.ts';
import { platformHandlers } from './platform.ts';
import { reportingHandlers } from './reporting.ts';
import { visitHandlers } from './visits.ts';

export const platform = module({
  entities: [extend(AdminAgency, adminAgencyExtension)],
  calls: [...platformHandlers, ...reportingHandlers, ...administeredHandlers, ...visitHandlers],
});
