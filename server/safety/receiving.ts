// The report of a phone, in its place in the log. The phone also sent it by itself, unless it had no network.
import { Problem } from '#core/kernel/problem.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import { receive } from '#server/kernel/field-message.ts';
import { raise } from './raising.ts';

export const receiveReport = receive(ptiMessage, async ({ at, location, service, agent, payload }, call) => {
  const who = agent ?? call.profile?.id;
  if (!who || !service) throw new Problem('conflict', 'Cette alerte ne nomme ni collaborateur ni service');
  const { uuid, kind, drill, locatedAt = null } = payload;
  await raise({ uuid: uuid.toLowerCase(), kind, drill, agent: who, service, at, location, locatedAt }, call);
});
