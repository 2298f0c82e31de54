import { Break } from '#core/planning/break.ts';
import { Service } from '#core/planning/service.ts';
import { ServiceTime } from '#core/planning/service-time.ts';
import { Unavailability, UnavailabilityType } from '#core/planning/unavailability.ts';
import { extend, module } from '#server/kernel/module.ts';
import { breakExtension, breakHandlers } from './breaks.ts';
import { clockServices } from './clock.ts';
import { coverHandlers } from './cover.ts';
import { faultHandlers } from './faults.ts';
import { fetchingHandlers } from './fetching.ts';
import { handoutHandlers } from './handout/handout.ts';
import { clockPlanningMails, mailPlanning } from './handout/mailing.ts';
import { hoursHandlers } from './hours-calls.ts';
import { leavingHandlers } from './leaving.ts';
import { lifecycleHandlers } from './lifecycle.ts';
import { planningPeople } from './people.ts';
import { planningHandlers } from './planning.ts';
import { publicationHandlers, tellPublication } from './publishing.ts';
import { receiveStep, receiveUnplanned } from './receiving.ts';
import { serviceTimeExtension, settlingHandlers } from './service-times.ts';
import { serviceExtension } from './services.ts';
import { siteHoursHandlers } from './site-hours.ts';
import { reasonExtension, unavailabilityExtension, unavailabilityHandlers } from './unavailabilities.ts';
import { undoHandlers } from './undoing.ts';

export const planning = module({
  entities: [
    extend(Service, serviceExtension),
    extend(Break, breakExtension),
    extend(ServiceTime, serviceTimeExtension),
    extend(Unavailability, unavailabilityExtension),
    extend(UnavailabilityType, reasonExtension),
  ],
  calls: [
    ...planningHandlers,
    ...publicationHandlers,
    ...fetchingHandlers,
    ...lifecycleHandlers,
    ...coverHandlers,
    ...faultHandlers,
    ...hoursHandlers,
    ...leavingHandlers,
    ...siteHoursHandlers,
    ...handoutHandlers,
    ...breakHandlers,
    ...unavailabilityHandlers,
    ...settlingHandlers,
    ...undoHandlers,
  ],
  jobs: [clockServices, tellPublication, mailPlanning, clockPlanningMails],
  receivers: [receiveStep, receiveUnplanned],
  people: planningPeople,
});
