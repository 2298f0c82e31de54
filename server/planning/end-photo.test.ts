import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { endUnproven, endWithoutPhoto } from '#core/planning/end-photo.ts';
import { fetchEndPhoto, fetchServiceEvents, moveService } from '#core/planning/lifecycle-calls.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { sendingOf } from '#server/testing/sending.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { site } = await plannerOf(here);
const { service, row, step } = livingOf(here, site);
const why = async (id: string) => (await as('agent').call(fetchEndPhoto, { mount: 'agent', params: { id } })).why;
const end = (id: string, content: string | null, mount: 'agent' | 'agency' = 'agent', uuid: string = randomUUID()) =>
  as(mount === 'agent' ? 'agent' : 'owner').answer(moveService, {
    mount,
    params: { status: '300' },
    input: { service: { id }, event: { uuid, ...(content ? { eventMessages: [{ content }] } : {}) } },
  });
const rule = (on: boolean) => sql('update agencies set service_end_photo = $2 where id = $1', [agency.id, on]);

beforeEach(async () => {
  await sql('delete from services');
  await rule(false);
});

/** Begun, its hours over. */
const over = async (): Promise<string> => {
  const id = await service({ from: -120, to: 30 });
  await step(id, 200);
  await sql(`update services set end_at = now() - interval '1 minute' where id = $1`, [id]);
  await sql(`update services s set published_at = now(), published = service_facts(s) where id = $1`, [id]);
  return id;
};

test('N-050: who ends early on the web says why without a photo; the same rule tells the screen', async () => {
  const id = await service({ from: -120, to: 480 });
  await step(id, 200);
  expect(await why(id)).toBe('L’heure de fin prévue n’est pas atteinte.');
  for (const content of [null, 'Rien à signaler', 'Sans photo :  '])
    expect(await end(id, content)).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'event.eventMessages', message: endUnproven }] },
    });
  expect((await row(id))?.status).toBe(200);
  const uuid = randomUUID();
  expect((await end(id, endWithoutPhoto('Ordinateur du poste'), 'agent', uuid)).status).toBe(200);
  // Sent again: the same answer.
  expect((await end(id, endWithoutPhoto('Ordinateur du poste'), 'agent', uuid)).status).toBe(200);
  const { events } = await as('owner').call(fetchServiceEvents, { params: { id }, input: {} });
  expect(events.at(-1)?.content).toBe('Sans photo : Ordinateur du poste');
});

test('N-052: at the end of the hours only the agency’s setting asks', async () => {
  const free = await over();
  expect(await why(free)).toBeNull();
  expect((await end(free, null)).status).toBe(200);
  const id = await over();
  await rule(true);
  expect(await why(id)).toBe('Votre agence demande une photo à la fin.');
  expect((await end(id, null)).status).toBe(400);
});

test('the agency ends what an agent could not, and the end of a telephone is a fact', async () => {
  await rule(true);
  expect((await end(await over(), null, 'agency')).status).toBe(200);
  const { event, send, afresh } = sendingOf(here);
  await afresh();
  const id = await over();
  expect((await send(event(id, { status: 300 }))).body).toMatchObject({ outcome: 'applied' });
});

test('N-051: the last checkpoint of his round is not read', async () => {
  const { shift, phone, pointOf, messages } = await walkingOf(here);
  const { service: id, serviceRound } = await shift();
  const tell = await phone(id);
  const execution = randomUUID();
  await tell(messages.roundStart, { execution, serviceRound, name: 'Ronde' }, -60);
  await tell(messages.roundCheckpoint, { execution, ...pointOf(0), way: 'NFC' }, -58);
  await sql(`update services set end_at = now() - interval '1 second' where id = $1`, [id]);
  await sql(`update services s set published_at = now(), published = service_facts(s) where id = $1`, [id]);
  expect(await why(id)).toBe('Le dernier point de contrôle n’a pas été lu.');
  expect((await end(id, null)).status).toBe(400);
});
