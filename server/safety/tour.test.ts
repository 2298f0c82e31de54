import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listNotifications } from '#core/notifications/calls.ts';
import { fetchOpenAlarms, savePtiEvent } from '#core/safety/calls.ts';
import { livingOf } from '#server/testing/living.ts';
import { logOf } from '#server/testing/logbook.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { newSite, site } = await logOf(here);
const { service, live } = livingOf(here, site);

test('an SOS of a tour names the stop that was reached last and the next one, and not the departure as its place', async () => {
  const circuit = await service({ status: 200, from: -120, isCircuit: true });
  await sql('update services set real_start_at = start_at where id = $1', [circuit]);
  await live(circuit);
  for (const [name, from, status, reached] of [
    ['Gare', -60, 300, true],
    ['Stade', 10, 100, false],
    ['Musée', 60, 100, false],
  ] as const) {
    const [stop, place] = [await service({ status, from, to: from + 20, circuit }), await newSite()];
    await sql('update sites set name = $2 where id = $1', [place, name]);
    await sql(
      'update services set site_id = $2, real_start_at = case when $3 then start_at end, real_end_at = case when $3 then end_at end where id = $1',
      [stop, place, reached],
    );
  }
  const input = { uuid: randomUUID(), kind: 'sos' as const, drill: false, service: { id: circuit } };
  await as('agent').call(savePtiEvent, { mount: 'agent', input });
  const { alarms } = await as('owner').call(fetchOpenAlarms);
  expect(alarms).toMatchObject([{ id: input.uuid, service: { id: circuit }, tour: { last: 'Gare', next: 'Stade' } }]);
  const { notifications } = await as('owner').call(listNotifications, { input: {} });
  const notice = notifications.find(({ kind }) => kind === 'alarm');
  expect(notice?.title).toMatch(/, en tournée$/);
  expect(notice?.text).toContain('En tournée · dernière étape : Gare · prochaine étape : Stade.');
});
