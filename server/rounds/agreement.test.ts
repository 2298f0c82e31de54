// One state, two places: the phone over its log and the server over what it received come to the same executions.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enrolDevice, sendEvents } from '#core/field/calls.ts';
import type { FieldEvent } from '#core/field/event.ts';
import { fetchPack } from '#core/field/pack.ts';
import type { FieldMessage, PayloadOf } from '#core/kernel/field-message.ts';
import { chanceOf } from '#core/kernel/testing/chance.ts';
import { walk } from '#core/rounds/execution.ts';
import { livedRounds } from '#core/rounds/lived.ts';
import type { ServiceRound } from '#core/rounds/service-round.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { shift, pointOf, spotOf, messages } = await walkingOf(here);
const { roundStart, roundCheckpoint, roundVirtual, roundJump, roundObservation, roundStop } = messages;

const pack = async (): Promise<ServiceRound[]> =>
  (await as('agent').call(fetchPack, { mount: 'agent', input: {} })).changed.serviceRounds.map(
    ({ row }) => row as ServiceRound,
  );
const statesOf = (rounds: readonly ServiceRound[]) =>
  rounds.flatMap(({ uuid, executions }) =>
    executions.map(({ uuid: execution, plan, facts }) => ({ uuid, execution, walked: walk(plan, facts) })),
  );

test.each(Array.from({ length: 6 }, (_, seed) => seed))('run %i', async (seed) => {
  const chance = chanceOf(seed);
  await sql('delete from services');
  await sql('delete from published_services');
  const device = randomUUID();
  await as('agent').call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel' } });
  const { service, serviceRound } = await shift();
  const first = await pack();
  const executions = [randomUUID(), randomUUID()];
  let at = Date.now() - 100 * 60_000;
  const events: FieldEvent[] = [];
  const add = <M extends FieldMessage>(message: M, payload: PayloadOf<M>): void => {
    at += (1 + chance.below(4)) * 20_000;
    const position = chance.percent(60) ? spotOf(chance.below(3)).location : null;
    const uuid = randomUUID();
    events.push({
      uuid,
      device,
      rank: events.length + 1,
      type: message.type,
      at,
      clockOffset: 0,
      position,
      service,
      payload,
    });
  };
  for (const execution of executions) {
    add(roundStart, { execution, serviceRound, name: 'Ronde' });
    for (let acts = 0; acts < 6; acts += 1) {
      const point = { execution, ...pointOf(chance.below(3)) };
      const { title: _, ...seen } = point;
      const choice = chance.below(5);
      if (choice === 0) add(roundJump, { ...point, comment: 'Fermé' });
      else if (choice === 1) add(roundVirtual, point);
      else if (choice === 2) add(roundObservation, { ...seen, content: 'Lampe cassée' });
      else add(roundCheckpoint, { ...point, way: chance.pick(['NFC', 'QR'] as const) });
    }
    if (chance.percent(70)) add(roundStop, { execution });
  }
  const expected = statesOf(livedRounds(first, events));
  expect(expected).toHaveLength(2);
  for (let sent = 0; sent < events.length; ) {
    const next = Math.min(events.length, sent + 1 + chance.below(8));
    // An answer that was lost: the last ones are sent again.
    const again = events.slice(Math.max(0, sent - chance.below(3)), next);
    const wire = again.map(({ at: time, position, ...event }) => ({
      ...{ ...event, createdAt: new Date(time).toISOString(), location: position },
    }));
    const { taken } = await as('agent').call(sendEvents, {
      mount: 'agent',
      input: { device, waiting: 0, events: wire },
    });
    expect(taken.every(({ outcome }) => outcome === 'applied')).toBe(true);
    sent = next;
    // Whatever the last pack has, the whole log changes nothing.
    expect(statesOf(livedRounds(await pack(), events))).toEqual(expected);
  }
  expect(statesOf(await pack())).toEqual(expected);
});
