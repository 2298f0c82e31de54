// Shared by the tests of rounds: a service with a round, and the phone of its agent.
import { randomUUID } from 'node:crypto';
import { enrolDevice, sendEvent } from '#core/field/calls.ts';
import type { FieldMessage, PayloadOf } from '#core/kernel/field-message.ts';
import {
  roundCheckpoint,
  roundJump,
  roundObservation,
  roundStart,
  roundStop,
  roundVirtual,
} from '#core/rounds/messages.ts';
import { readServiceRound } from '#core/rounds/service-round.ts';
import { livingOf } from './living.ts';
import { plannerOf } from './planner.ts';
import type { World } from './world.ts';

const minute = 60_000;

/** Three points, 200 m apart to the north. */
export async function walkingOf(here: World) {
  const { agency, as, sql } = here;
  const { site } = await plannerOf(here);
  const living = livingOf(here, site);
  await sql('update sites set radius = 100, rights_customer = $2 where id = $1', [site, ['readDailyLogs']]);
  const points = [
    ['NFC', 'Hall'],
    ['QR', 'Quai'],
    ['VIRTUAL', 'Parking'],
  ].map(([type, title], index) => ({
    id: randomUUID(),
    line: randomUUID(),
    type,
    title,
    latitude: 43.7 + index * 0.0018,
  }));
  const round = randomUUID();
  await sql(
    `insert into rounds (agency_id, id, site_id, name, expected_duration) values ($1, $2, $3, 'Ronde de nuit', 30)`,
    [agency.id, round, site],
  );
  for (const [rank, { id, line, type, title, latitude }] of points.entries()) {
    await sql(
      `insert into checkpoints (agency_id, id, site_id, title, type, tag_id, latitude, longitude) values ($1, $2, $3, $4, $5, $6, $7, 7.26)`,
      [agency.id, id, site, title, type, type === 'NFC' ? '04:aa:bb' : null, latitude],
    );
    await sql(
      'insert into round_checkpoints (agency_id, id, round_id, rank, checkpoint_id) values ($1, $2, $3, $4, $5)',
      [...[agency.id, line, round, rank, id]],
    );
  }

  /** A service that began two hours ago, with two executions of the round to make. */
  async function shift(): Promise<{ service: string; serviceRound: string }> {
    const [service, serviceRound] = [await living.service({ from: -120, status: 200 }), randomUUID()];
    await sql('update services set real_start_at = start_at where id = $1', [service]);
    await living.live(service);
    await sql(
      'insert into service_rounds (agency_id, id, service_id, round_id, number_of_executions) values ($1, $2, $3, $4, 2)',
      [agency.id, serviceRound, service, round],
    );
    return { service, serviceRound };
  }

  const devices: string[] = [];
  async function phone(service: string) {
    const device = randomUUID();
    const agent = as('agent');
    await agent.call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel', lost: devices.splice(0) } });
    devices.push(device);
    let rank = 0;
    /** `minutes`: from now. */
    return <M extends FieldMessage>(message: M, payload: PayloadOf<M>, minutes: number, more: object = {}) => {
      rank += 1;
      const createdAt = new Date(Date.now() + minutes * minute).toISOString();
      const event = { uuid: randomUUID(), device, rank, createdAt, clockOffset: 0, service, payload, ...more };
      const messageType = message.type;
      return agent.call(sendEvent, { mount: 'agent', params: { messageType }, input: { event, waiting: 0 } });
    };
  }

  const pointOf = (index: number) => {
    const { id, line, title } = points[index] as (typeof points)[0];
    return { line, checkpoint: id, title: title as string };
  };
  const spotOf = (index: number, accuracy = 8) => ({
    location: { latitude: (points[index] as (typeof points)[0]).latitude, longitude: 7.26, accuracy },
  });
  const read = async (id: string, who: 'owner' | 'agent' | 'customer' = 'owner') =>
    (await as(who).call(readServiceRound, { ...(who === 'owner' ? { mount: 'agency' } : {}), params: { id } }))
      .serviceRound;
  return {
    ...living,
    ...{ site, round, points, shift, phone, pointOf, spotOf, read },
    messages: { roundStart, roundCheckpoint, roundVirtual, roundJump, roundObservation, roundStop },
  };
}
