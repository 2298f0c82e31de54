// Every handler: the generic ones of the entities with what each module adds, then the special calls.
import { allEntities } from '#core/entities.ts';
import { addressHandlers } from '#server/addresses/addresses.ts';
import { agencyHandlers } from '#server/agencies/contact.ts';
import {
  agentContractExtension,
  agentExpirationExtension,
  agentExtension,
  agentItemExtension,
} from '#server/agents/agents.ts';
import { badgeHandlers } from '#server/agents/badges.ts';
import { plannedHandlers } from '#server/agents/planned.ts';
import { quotaHandlers } from '#server/agents/quota.ts';
import { registerHandlers } from '#server/agents/register.ts';
import { expirationHandlers, remindExpirations } from '#server/agents/reminders.ts';
import { sheetHandlers } from '#server/agents/sheets.ts';
import { customerExtension } from '#server/customers/customers.ts';
import { filesHandlers } from '#server/files/files.ts';
import { fileJobs } from '#server/files/sweep.ts';
import { dashboardHandlers } from '#server/home/dashboard.ts';
import { homeHandlers } from '#server/home/home.ts';
import { paperHandlers } from '#server/home/papers.ts';
import { supervisionHandlers } from '#server/home/supervision.ts';
import { importHandlers } from '#server/imports/imports.ts';
import { importJobs } from '#server/imports/running.ts';
import { jobHandlers } from '#server/jobs/admin.ts';
import type { Job } from '#server/jobs/registry.ts';
import { followAgencies } from '#server/jobs/schedules.ts';
import type { Handler } from '#server/kernel/call.ts';
import { genericHandlers } from '#server/kernel/generic.ts';
import type { Extension } from '#server/kernel/plan.ts';
import { liveHandlers } from '#server/live/live.ts';
import { emailHandlers } from '#server/mail/emails.ts';
import { findLostMails } from '#server/mail/lost.ts';
import { sendMail } from '#server/mail/send.ts';
import { informationNoteExtension, informationNoteHandlers } from '#server/notes/notes.ts';
import { spreadNotes } from '#server/notes/spreading.ts';
import { breakExtension, breakHandlers } from '#server/planning/breaks.ts';
import { clockServices } from '#server/planning/clock.ts';
import { coverHandlers } from '#server/planning/cover.ts';
import { faultHandlers } from '#server/planning/faults.ts';
import { fetchingHandlers } from '#server/planning/fetching.ts';
import { handoutHandlers } from '#server/planning/handout/handout.ts';
import { clockPlanningMails, mailPlanning } from '#server/planning/handout/mailing.ts';
import { hoursHandlers } from '#server/planning/hours-calls.ts';
import { lifecycleHandlers } from '#server/planning/lifecycle.ts';
import { planningHandlers } from '#server/planning/planning.ts';
import { serviceExtension } from '#server/planning/services.ts';
import { siteHoursHandlers } from '#server/planning/site-hours.ts';
import { unavailabilityExtension, unavailabilityHandlers } from '#server/planning/unavailabilities.ts';
import { platformHandlers } from '#server/platform/platform.ts';
import { reportingHandlers } from '#server/platform/reporting.ts';
import { privacyHandlers, privacyJobs } from '#server/privacy/privacy.ts';
import { agencyExtension } from '#server/rights/new-agent.ts';
import { rightsHandlers } from '#server/rights/rights.ts';
import { rightsSetExtension } from '#server/rights/sets.ts';
import { checkpointExtension, checkpointHandlers } from '#server/rounds/checkpoints.ts';
import { roundExtension, roundHandlers } from '#server/rounds/rounds.ts';
import { serviceRoundHandlers } from '#server/rounds/service-rounds.ts';
import { searchHandlers } from '#server/search/search.ts';
import { sessionHandlers } from '#server/session/session.ts';
import { siteInstructionExtension, siteInstructionHandlers } from '#server/sites/instructions.ts';
import { siteExtension, siteHandlers } from '#server/sites/sites.ts';
import { tenantHandlers } from '#server/tenant/pages.ts';

export const extensions: Record<string, Extension> = {
  agency: agencyExtension,
  rightsSet: rightsSetExtension,
  agent: agentExtension,
  agentExpiration: agentExpirationExtension,
  agentContractExpiration: agentContractExtension,
  agentItem: agentItemExtension,
  customer: customerExtension,
  site: siteExtension,
  siteInstruction: siteInstructionExtension,
  informationNote: informationNoteExtension,
  service: serviceExtension,
  break: breakExtension,
  checkpoint: checkpointExtension,
  round: roundExtension,
  unavailability: unavailabilityExtension,
};

export const allHandlers: Handler[] = [
  ...sessionHandlers,
  ...platformHandlers,
  ...reportingHandlers,
  ...privacyHandlers,
  ...rightsHandlers,
  ...filesHandlers,
  ...addressHandlers,
  ...agencyHandlers,
  ...badgeHandlers,
  ...plannedHandlers,
  ...sheetHandlers,
  ...registerHandlers,
  ...expirationHandlers,
  ...siteHandlers,
  ...siteInstructionHandlers,
  ...informationNoteHandlers,
  ...planningHandlers,
  ...fetchingHandlers,
  ...lifecycleHandlers,
  ...coverHandlers,
  ...faultHandlers,
  ...hoursHandlers,
  ...siteHoursHandlers,
  ...handoutHandlers,
  ...breakHandlers,
  ...checkpointHandlers,
  ...roundHandlers,
  ...serviceRoundHandlers,
  ...unavailabilityHandlers,
  ...emailHandlers,
  ...tenantHandlers,
  ...jobHandlers(() => allJobs),
  ...dashboardHandlers,
  ...paperHandlers,
  ...supervisionHandlers,
  ...quotaHandlers,
  ...homeHandlers(allEntities, extensions),
  ...liveHandlers(allEntities, extensions),
  ...searchHandlers(allEntities, extensions),
  ...importHandlers(extensions),
  ...genericHandlers(allEntities, extensions),
];

/** Whatever is done after an act or by the clock. */
export const allJobs: readonly Job[] = [
  sendMail,
  findLostMails,
  spreadNotes,
  remindExpirations,
  clockServices,
  mailPlanning,
  clockPlanningMails,
  ...importJobs(extensions),
  followAgencies,
  ...privacyJobs,
  ...fileJobs,
];
