// Entries and findings that a phone reports.
import { Problem } from '#core/kernel/problem.ts';
import { logbookMessages } from '#core/logbook/calls.ts';
import { finding, logbookCorrection, logbookEntry } from '#core/logbook/messages.ts';
import { receive } from '#server/kernel/field-message.ts';
import { needOne } from '#server/kernel/scope.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import { workingLocation } from '#server/planning/working.ts';
import { draftOf, writeEvent } from './writing.ts';

export const receiveEntry = receive(logbookEntry, async (event, call) => {
  const { uuid, at, service, agent, payload, photos } = event;
  needOne(call.asker, [call.context.agent === null ? 'createServiceEvent' : 'createOwnServiceEvent']);
  const { type, site, finding: named, ...said } = payload;
  const createdAt = at.toISOString();
  const placed = { site: { id: site }, ...(service === null ? {} : { service: { id: service } }) };
  const attachments = photos.map((photo) => ({ id: photo.id }));
  const id = named ?? uuidOf(`photos of ${uuid}`);
  const eventMessages = attachments.length > 0 ? [{ uuid: id, attachments, createdAt }] : [];
  const location = await workingLocation(event, call);
  await writeEvent({ uuid, type: { id: type }, ...placed, createdAt, location, ...said, eventMessages }, call, {
    agent,
    photos,
  });
});

export const receiveCorrection = receive(
  logbookCorrection,
  async ({ agent, payload: { event, type, ...said } }, call) => {
    const draft = await draftOf(event, call);
    // P-016
    if (!draft) throw new Problem('missing', logbookMessages.unknownEvent);
    await writeEvent({ ...draft, ...said, type: { id: type } }, call, { agent, photos: [] });
  },
);

export const receiveFinding = receive(finding, async (arrived, call) => {
  const { at, agent, photos, payload } = arrived;
  const { event, ...message } = payload;
  const draft = await draftOf(event, call);
  // P-016
  if (!draft) throw new Problem('missing', logbookMessages.unknownEvent);
  const location = await workingLocation(arrived, call);
  const found = { ...message, createdAt: at.toISOString(), location };
  await writeEvent({ ...draft, eventMessages: [found] }, call, { agent, photos });
});
