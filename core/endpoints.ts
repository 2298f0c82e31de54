// Every call of the API: those that entities declare by themselves, then the special ones.
import * as addresses from './addresses/addresses.ts';
import * as agencyContact from './agencies/contact.ts';
import * as agencyCreation from './agencies/creation.ts';
import * as badges from './agents/badge.ts';
import * as agentItems from './agents/items.ts';
import * as plannedServices from './agents/planned.ts';
import * as quota from './agents/quota.ts';
import * as register from './agents/register.ts';
import * as reminders from './agents/reminders.ts';
import { allEntities } from './entities.ts';
import * as files from './files/files.ts';
import * as dashboard from './home/dashboard.ts';
import * as home from './home/home.ts';
import * as ownPapers from './home/papers.ts';
import * as supervision from './home/supervision.ts';
import { importEndpoints } from './imports/imports.ts';
import * as jobs from './jobs/jobs.ts';
import { type Endpoint, entityEndpoints } from './kernel/endpoint.ts';
import * as live from './live/live.ts';
import * as emails from './mail/email.ts';
import * as informationNotes from './notes/note.ts';
import * as breaks from './planning/break.ts';
import * as planning from './planning/calls.ts';
import * as cover from './planning/cover-calls.ts';
import * as planningParts from './planning/fetch-calls.ts';
import * as handout from './planning/handout-calls.ts';
import * as hours from './planning/hours-calls.ts';
import * as lifecycle from './planning/lifecycle-calls.ts';
import * as unavailabilities from './planning/unavailability.ts';
import * as person from './privacy/person.ts';
import * as retention from './privacy/retention.ts';
import * as rightsSets from './rights/set.ts';
import * as checkpoints from './rounds/checkpoint.ts';
import * as rounds from './rounds/round.ts';
import * as serviceRounds from './rounds/service-round.ts';
import * as search from './search/search.ts';
import * as account from './session/account.ts';
import * as devices from './session/devices.ts';
import * as reporting from './session/reporting.ts';
import * as session from './session/session.ts';
import * as siteInstructions from './sites/instruction.ts';
import * as siteItems from './sites/items.ts';
import * as sitePositions from './sites/positions.ts';
import * as tenants from './tenant/tenants.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'mounts' in value;

/** Static segments win over parameters, whatever the order. */
export const allEndpoints: readonly Endpoint[] = [
  ...[
    session,
    account,
    devices,
    reporting,
    dashboard,
    home,
    ownPapers,
    supervision,
    live,
    search,
    files,
    addresses,
    agencyContact,
    agencyCreation,
    agentItems,
    badges,
    plannedServices,
    quota,
    register,
    reminders,
    emails,
    jobs,
    informationNotes,
    planning,
    planningParts,
    lifecycle,
    cover,
    hours,
    handout,
    breaks,
    person,
    retention,
    rightsSets,
    checkpoints,
    rounds,
    serviceRounds,
    unavailabilities,
    siteInstructions,
    siteItems,
    sitePositions,
    tenants,
  ].flatMap((module) => Object.values<unknown>(module).filter(isEndpoint)),
  ...importEndpoints,
  ...allEntities.flatMap(entityEndpoints),
];
