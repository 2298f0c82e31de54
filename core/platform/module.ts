import { module } from '../kernel/module.ts';
import * as agencyCalls from './agency-calls.ts';
import * as dashboardCalls from './dashboard-calls.ts';
import { platformEntities } from './entities.ts';
import * as supportCalls from './support-calls.ts';
import * as visitCalls from './visits.ts';

export const platform = module({
  entities: platformEntities,
  calls: [agencyCalls, dashboardCalls, supportCalls, visitCalls],
});
