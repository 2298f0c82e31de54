// Handlers of the planning's downloads.
import type { Input } from '#core/kernel/endpoint.ts';
import { downloadAgentPlanning, downloadSitePlanning } from '#core/planning/handout-calls.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { mayList } from '#server/kernel/listing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { calendarHandlers } from './calendar.ts';
import { handoutOf } from './contents.ts';
import { mailingHandlers } from './mailing.ts';
import { agencyTexts, drawPlanning, nameOf } from './paper.ts';

async function paperOf(
  call: Call & { input: Input<typeof downloadAgentPlanning> },
  by: 'agents' | 'sites',
): Promise<never> {
  const { db, input, context } = call;
  const whole = context.agent === null && context.customer === null;
  // An agent gets only his own planning, whatever he asks for; the policies ensure it too.
  const agents = context.agent === null ? input.agents : [context.agent];
  const asked = { ...input, agents: context.customer === null ? agents : null, drafts: whole && input.drafts };
  const handout = await handoutOf(db, asked, mayList(call, Unavailability));
  const wish = { ...asked, by, named: context.customer === null };
  const words = await agencyTexts(db, by);
  const pdf = await drawPlanning(handout, wish, words, await identityOf(call), call.now);
  return fileReply(pdf, `${nameOf(handout, wish)}.pdf`, 'application/pdf');
}

export const handoutHandlers: Handler[] = [
  ...calendarHandlers,
  ...mailingHandlers,
  handle(downloadAgentPlanning, (call) => paperOf(call, 'agents')),
  handle(downloadSitePlanning, (call) => paperOf(call, 'sites')),
];
