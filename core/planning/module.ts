import { module } from '../kernel/module.ts';
import * as breaksCalls from './break.ts';
import * as planningCalls from './calls.ts';
import * as coverCalls from './cover-calls.ts';
import { planningEntities } from './entities.ts';
import * as fetchingCalls from './fetch-calls.ts';
import * as handoutCalls from './handout-calls.ts';
import * as hoursCalls from './hours-calls.ts';
import * as leavingCalls from './leaving.ts';
import * as lifecycleCalls from './lifecycle-calls.ts';
import {
  agencyMessage,
  declaredAbsence,
  endedEarlyService,
  interruptedService,
  lateService,
  servicesPublished,
  settledHours,
  sitePlanningPublished,
  unplannedService,
} from './notifications.ts';
import * as publicationCalls from './publication-calls.ts';
import * as settleCalls from './settle-calls.ts';
import * as unavailabilityCalls from './unavailability.ts';
import * as undoCalls from './undo-calls.ts';

export const planning = module({
  entities: planningEntities,
  calls: [
    breaksCalls,
    planningCalls,
    coverCalls,
    fetchingCalls,
    handoutCalls,
    hoursCalls,
    leavingCalls,
    lifecycleCalls,
    publicationCalls,
    settleCalls,
    unavailabilityCalls,
    undoCalls,
  ],
  notifications: [
    agencyMessage,
    servicesPublished,
    sitePlanningPublished,
    lateService,
    interruptedService,
    endedEarlyService,
    unplannedService,
    declaredAbsence,
    settledHours,
  ],
});
