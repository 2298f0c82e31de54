// Events that a provider sends about our mails, and attempts of others to send them.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { chanceOf } from '#core/kernel/testing/chance.ts';
import { EmailEvent, sendEmail } from '#core/mail/email.ts';
import type { Answer } from '#server/testing/client.ts';
import { drawn } from '#server/testing/generated.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const token = here.environment.mailEventsToken as string;
const list = entityEndpoints(EmailEvent)[0] as Endpoint;

const post = (payload: unknown, by = token): Promise<Answer> =>
  here.anonymous.inject({
    method: 'POST',
    url: `/api/mail-events/${encodeURIComponent(by)}`,
    payload: payload as object,
  });
const send = async (subject: string, ...to: string[]): Promise<string> =>
  (
    await here.as('owner').call(sendEmail, {
      mount: 'agency',
      input: { from: here.people.owner.email, to, subject },
    })
  ).email.id;
const eventsOf = (id: string): Promise<{ event: string; email: string; date: Date; agency_id: string }[]> =>
  here.sql('select event, email, date, agency_id from email_events where email_id = $1 order by date, event', [id]);
const recordedEvents = async (id: string): Promise<string[]> =>
  (await eventsOf(id)).map(({ event }) => event).filter((event) => event !== 'request' && event !== 'sent');

/** As Brevo sends it, including fields we ignore. */
const event = (id: string, name: string, more: object = {}): object => ({
  event: name,
  email: 'client@exemple.fr',
  id: 123,
  date: '2026-01-01 00:00:00',
  ts: 1_604_933_619,
  'message-id': `<${id}@vigie.example>`,
  ts_event: Math.floor(Date.now() / 1_000),
  subject: 'autre objet',
  tags: ['a'],
  sending_ip: '203.0.113.1',
  ...more,
});

describe('an event of a provider', () => {
  test('is added to its mail, in its agency, under the recipient’s address', async () => {
    const id = await send('Votre planning', 'Client@Exemple.fr', 'autre@exemple.fr');
    await here.jobsDone();
    expect(await post(event(id, 'delivered'))).toMatchObject({ status: 204 });
    expect(await post([event(id, 'unique_opened'), event(id, 'click'), event(id, 'invalid_email')])).toMatchObject({
      status: 204,
    });
    expect((await recordedEvents(id)).sort()).toEqual(['click', 'delivered', 'invalid', 'unique_opened']);
    const { emailEvents } = (await here.as('owner').call(list, {
      mount: 'agency',
      input: { filters: { event: ['delivered'] } },
    })) as unknown as { emailEvents: object[] };
    expect(emailEvents).toMatchObject([{ event: 'delivered', emailSubject: 'Votre planning' }]);
  });

  test('sent again, even concurrently, is one event', async () => {
    const id = await send('Encore', 'client@exemple.fr');
    const opened = event(id, 'opened');
    await Promise.all([post(opened), post([opened, opened]), post(opened)]);
    await post(opened);
    expect(await recordedEvents(id)).toEqual(['opened']);
    // A later opening is a new event.
    await post({ ...opened, ts_event: Math.floor(Date.now() / 1_000) + 60 });
    expect(await recordedEvents(id)).toEqual(['opened', 'opened']);
  });

  test('of another mail, another address or an unknown kind is ignored', async () => {
    const id = await send('Ailleurs', 'client@exemple.fr');
    for (const one of [
      event(id, 'delivered', { email: 'inconnu@exemple.fr' }),
      event(crypto.randomUUID(), 'delivered'),
      event(id, 'unsubscribed'),
      event(id, 'constructor'),
      event(id, 'toString'),
      event(id, 'delivered', { 'message-id': 'x' }),
      event(id, 'delivered', { 'message-id': `x${id}@vigie.example` }),
    ])
      expect(await post(one), JSON.stringify(one)).toMatchObject({ status: 204 });
    expect(await recordedEvents(id)).toEqual([]);
  });

  test('with an impossible time gets the current time', async () => {
    const id = await send('Hier', 'client@exemple.fr');
    for (const ts_event of [0, -1e15, 1e15, 4e9]) await post(event(id, 'opened', { ts_event }));
    const events = await eventsOf(id);
    expect(events.length).toBeGreaterThan(2);
    for (const { date } of events) expect(Math.abs(date.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe('a caller without the token', () => {
  test.each(['', 'x', `${token}x`, token.slice(1), '../version', 'x'.repeat(90)])('« %s » gets a 404', async (by) => {
    const id = await send('Faux', 'client@exemple.fr');
    expect(await post(event(id, 'spam'), by)).toMatchObject({ status: 404, body: { code: 404 } });
    expect(await recordedEvents(id)).toEqual([]);
  });

  test('two hundred random bodies cause no error', async () => {
    const id = await send('Hasard', 'client@exemple.fr');
    const chance = chanceOf(7);
    const text = { type: 'string' };
    const one = {
      type: 'object',
      properties: { event: text, email: text, 'message-id': text, ts_event: { type: 'number' }, date: text },
      required: ['event', 'email', 'message-id'],
    };
    for (let number = 0; number < 200; number += 1) {
      const request = drawn(
        {
          method: 'POST',
          pattern: '/api/mail-events/{token}',
          params: { token },
          query: '',
          asks: [],
          valid: event(id, 'delivered'),
          schema: number % 2 ? one : { type: 'array', items: one },
          files: false,
        },
        chance,
      );
      const answer = await here.anonymous.inject(request);
      expect([204, 400, 404, 413], JSON.stringify(request).slice(0, 300)).toContain(answer.status);
    }
  });
});
