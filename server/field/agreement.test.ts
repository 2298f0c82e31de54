// One state, two places: the device over its log and the server over what it received come to the same services.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvents } from '#core/field/calls.ts';
import { type LivedService, livedDay, livedOf } from '#core/field/day.ts';
import type { FieldEvent } from '#core/field/event.ts';
import { fetchPack } from '#core/field/pack.ts';
import type { Row } from '#core/kernel/entity.ts';
import { chanceOf } from '#core/kernel/testing/chance.ts';
import { reachable } from '#core/planning/lifecycle.ts';
import type { Service } from '#core/planning/service.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { site } = await plannerOf(here);
const { service } = livingOf(here, site);

const minute = 60_000;
const lateMargin = 5;
const pack = async (): Promise<LivedService[]> =>
  (await as('agent').call(fetchPack, { mount: 'agent', input: {} })).changed.services.map(({ row }) =>
    livedOf(row as Row<typeof Service>),
  );

const factsOf = (day: readonly LivedService[]) =>
  day
    .map(({ id, status, realStart, realEnd }) => ({ id, status, realStart, realEnd }))
    .toSorted((one, other) => one.id.localeCompare(other.id));

const wireOf = ({ at, position, ...event }: FieldEvent) => ({
  ...event,
  createdAt: new Date(at).toISOString(),
  location: position,
});

test.each(Array.from({ length: 12 }, (_, seed) => seed))('run %i', async (seed) => {
  const chance = chanceOf(seed);
  await sql('delete from services');
  await sql('delete from published_services');
  const device = randomUUID();
  await as('agent').call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel' } });
  const circuit = await service({ from: -300, to: 200, isCircuit: true });
  const ids = [
    await service({ from: -290, to: -60 }),
    await service({ from: -100, to: 300 }),
    circuit,
    await service({ from: -280, to: -200, circuit }),
    await service({ from: -190, to: -120, circuit }),
  ];
  const first = await pack();
  let at = Date.now() - 295 * minute;
  const events: FieldEvent[] = Array.from({ length: 25 }, (_, index) => {
    at += (1 + chance.below(10)) * minute;
    return {
      uuid: randomUUID(),
      device,
      rank: index + 1,
      type: serviceStep.type,
      at,
      clockOffset: 0,
      position: null,
      service: chance.pick(ids),
      payload: { status: chance.pick(reachable), content: 'Demande du client' },
    };
  });
  const middle = chance.below(events.length);
  const expected = livedDay(first, events, lateMargin);
  let half: LivedService[] = [];
  for (let sent = 0; sent < events.length; ) {
    const next = Math.min(events.length, sent < middle ? middle : sent + 1 + chance.below(8));
    // An answer that was lost: the last ones are sent again.
    const from = Math.max(0, sent - chance.below(3));
    const input = { device, waiting: 0, events: events.slice(from, next).map(wireOf) };
    await as('agent').call(sendEvents, { mount: 'agent', input });
    sent = next;
    if (sent === middle) half = await pack();
  }
  expect(factsOf(await pack())).toEqual(factsOf(expected));
  // A pack read in the middle, and the events after it.
  if (middle > 0) expect(factsOf(livedDay(half, events.slice(middle), lateMargin))).toEqual(factsOf(expected));
});
