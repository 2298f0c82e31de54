// Naming a file in a record opens it to the readers of the record.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileMessages } from '#core/files/files.ts';
import { saveEvent } from '#core/logbook/calls.ts';
import { saveReport } from '#core/reports/calls.ts';
import { smallPng, uploader } from '#server/testing/files.ts';
import { logOf } from '#server/testing/logbook.ts';
import { reportsOf } from '#server/testing/reports.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { draft, agentId } = await logOf(here);
const { newService } = await reportsOf(here);
const photo = await uploader(here)('owner', 'piece.png', smallPng);
// A paper of a collaborator, whose sheet the desk does not read.
await sql('insert into agent_documents (agency_id, agent_id, file_id) values ($1, $2, $3)', [
  ...[agency.id, agentId, photo.id],
]);
const desk = as(
  await here.hire('Main courante', {
    of: 'azur',
    rights: ['createServiceEvent', 'createInterventionReport', 'listServices', 'listSites'],
  }),
);
const refused = { status: 400, body: { message: fileMessages.invalid } };

test('a picture of a record that its author may not read cannot be named in a finding', async () => {
  const input = draft({ eventMessages: [{ uuid: randomUUID(), attachments: [{ id: photo.id }] }] });
  expect(await desk.answer(saveEvent, { mount: 'agency', input })).toMatchObject(refused);
  expect((await as('owner').answer(saveEvent, { mount: 'agency', input })).status).toBe(200);
});

test('a picture of a record that its author may not read cannot be named in a report', async () => {
  const service = { id: await newService() };
  const input = { uuid: randomUUID(), service, answers: [{ key: 'pictures', files: [{ id: photo.id }] }] };
  expect(await desk.answer(saveReport, { mount: 'agency', input })).toMatchObject(refused);
  expect((await as('owner').answer(saveReport, { mount: 'agency', input })).status).toBe(200);
});
