// A phone of the test's agent, and the events that it sends.
import { randomUUID } from 'node:crypto';
import { enrolDevice, sendEvent, sendEvents } from '#core/field/calls.ts';
import { fetchKeptEvents } from '#core/field/desk-calls.ts';
import type { World } from './world.ts';

export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export function sendingOf({ as, sql }: World) {
  const device = randomUUID();
  let rank = 0;

  /** An event of the test's device, without its type. */
  function event(of: string | null, payload: unknown, more: object = {}) {
    rank += 1;
    return {
      uuid: randomUUID(),
      device,
      rank,
      createdAt: ago(0),
      clockOffset: 0,
      location: null,
      service: of,
      payload,
      ...more,
    };
  }
  const enrol = (id: string, more: object = {}) =>
    as('agent').answer(enrolDevice, { mount: 'agent', input: { id, name: 'Pixel 8a', ...more } });
  const send = (one: object, type = 'service-step', waiting = 0) =>
    as('agent').answer(sendEvent, {
      mount: 'agent',
      params: { messageType: type as never },
      input: { event: one as never, waiting },
    });
  const batch = (events: unknown[], waiting = 0) =>
    as('agent').answer(sendEvents, { mount: 'agent', input: { events, device, waiting } });
  const typed = (one: object) => ({ type: 'service-step', ...one });
  const kept = async (settled = false) =>
    (await as('owner').call(fetchKeptEvents, { mount: 'agency', input: { settled } })).events;

  /** Before each test: no service, nothing received, the device enrolled. */
  async function afresh(): Promise<void> {
    for (const table of ['services', 'published_services', 'field_events', 'field_devices'])
      await sql(`delete from ${table}`);
    await sql(`delete from audit where entity in ('fieldEvent', 'fieldDevice')`);
    rank = 0;
    await enrol(device);
  }
  return { device, event, enrol, send, batch, typed, kept, afresh };
}
