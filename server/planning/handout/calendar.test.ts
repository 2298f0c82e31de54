import { beforeAll, expect, test } from 'vitest';
import { publishServices, saveServices } from '#core/planning/calls.ts';
import { calendarMessages, makeCalendar, readCalendar, removeCalendar } from '#core/planning/handout-calls.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { feedOf } from './calendar.ts';

const here = await world();
const { as, anonymous, agency, customer, people, sql } = here;
const owner = as('owner');
const me = people.agent.profile?.id as string;
const hour = 3_600_000;
const start = Math.ceil(Date.now() / hour) * hour + 48 * hour;
const iso = (after: number): string => new Date(start + after * hour).toISOString();

const made = async (): Promise<string> =>
  (await as('agent').call(makeCalendar, { mount: 'agent', params: { id: me } })).calendar.url;
const fed = (url: string) => anonymous.inject({ method: 'GET', url: new URL(url).pathname });
/** Joins folded lines. */
const unfolded = (body: unknown): string => String(body).replaceAll('\r\n ', '');

beforeAll(async () => {
  const saved = (await owner.call(endpointOf(Site, 'save'), {
    mount: 'agency',
    input: {
      name: 'Quai; des Œillets, Nice',
      customer: { id: customer.id },
      address: { street: '3 quai Lunel', zipcode: '06300', city: 'Nice' },
    },
  })) as { site: AnyRow };
  const service = (from: number, to: number, postTitle: string, agents = [me]) => ({
    site: { id: saved.site.id },
    startAt: iso(from),
    endAt: iso(to),
    postTitle,
    agents: agents.map((id) => ({ id })),
  });
  const { services } = await owner.call(saveServices, {
    input: {
      confirmed: true,
      services: [
        service(0, 10, 'Poste de garde'),
        service(0, 10, 'D’un autre', [people.staff.profile?.id as string]),
        service(24 * 500, 24 * 500 + 5, 'Trop loin'),
      ],
    },
  });
  await owner.call(publishServices, { input: { services: services.map(({ id }) => id) } });
  await owner.call(saveServices, { input: { confirmed: true, services: [service(24, 30, 'Brouillon')] } });
});

test('the feed contains the agent’s published services of the next year, with their place', async () => {
  const { status, headers, body } = await fed(await made());
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-store',
  ]);
  const text = unfolded(body);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain('SUMMARY:Quai\\; des Œillets\\, Nice – Poste de garde');
  expect(text).toContain('LOCATION:Quai\\; des Œillets\\, Nice\\, 3 quai Lunel\\, 06300 Nice');
  expect(text).toContain(`DTSTART:${iso(0).replaceAll(/[-:]|\.000/g, '')}`);
});

test('its address is shown once and stored hashed; a new address or a removal ends the old one', async () => {
  const first = await made();
  const token = first.split('/').at(-2) as string;
  const rows = await sql('select * from agent_calendars');
  expect(JSON.stringify(rows)).not.toContain(token);
  const second = await made();
  expect((await fed(first)).status).toBe(404);
  expect((await fed(second)).status).toBe(200);
  const { calendar } = await owner.call(readCalendar, { mount: 'agency', params: { id: me } });
  expect(calendar?.author).toBe(people.agent.fullname);
  expect(JSON.stringify(calendar)).not.toContain('ics');
  await owner.call(removeCalendar, { mount: 'agency', params: { id: me } });
  expect(await fed(second)).toMatchObject({ status: 404, body: { message: calendarMessages.unknown } });
  // A second removal has no effect.
  await owner.call(removeCalendar, { mount: 'agency', params: { id: me } });
  const lines = await sql<{ action: string }>(
    `select action from audit where entity_id = $1 and action like '%Calendar' order by at`,
    [me],
  );
  expect(lines.map(({ action }) => action).slice(-3)).toEqual(['makeCalendar', 'makeCalendar', 'removeCalendar']);
});

test('an agent cannot create a feed of another agent, and a former agent has none', async () => {
  const other = people.staff.profile?.id as string;
  expect((await as('agent').answer(makeCalendar, { mount: 'agent', params: { id: other } })).status).toBe(404);
  const { calendar } = await owner.call(makeCalendar, { mount: 'agency', params: { id: other } });
  expect((await fed(calendar.url)).status).toBe(200);
  await sql('update agents set status = 300 where id = $1', [other]);
  expect((await fed(calendar.url)).status).toBe(404);
  expect((await owner.answer(makeCalendar, { mount: 'agency', params: { id: other } })).status).toBe(409);
  await sql('update agents set status = 100 where id = $1', [other]);
});

test.each(['', 'x', '%00', '..%2f..', 'a'.repeat(101)])('no guess opens a feed: « %s »', async (token) => {
  const { status } = await anonymous.inject({ method: 'GET', url: `/api/calendar/${token}/planning.ics` });
  expect([400, 404]).toContain(status);
});

test('hostile text cannot add lines', () => {
  const now = new Date('2026-11-15T09:00:00Z');
  const text = unfolded(
    feedOf({
      agency: agency.id,
      fullname: 'A\r\nBEGIN:VALARM',
      now,
      services: [
        {
          id: agency.id,
          version: 1,
          start: now,
          end: now,
          updated: now,
          post: 'P\r\nATTACH:http://evil.example',
          comment: 'C\nEND:VCALENDAR',
          site: null,
          address: null,
        },
      ],
    }),
  );
  expect(text.split(/\r?\n/).filter((line) => /^(ATTACH|BEGIN:VALARM)/.test(line))).toEqual([]);
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

test('the feed of a locked agency is refused with the reason; unlocking restores it (C-020)', async () => {
  const url = await made();
  const lock = (errors: object[]) =>
    sql('update agencies set errors = $2 where id = $1', [agency.id, JSON.stringify(errors)]);
  await lock([{ message: 'Abonnement expiré', lock: true }]);
  expect(await fed(url)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Abonnement expiré') },
  });
  await lock([{ message: 'Facture en attente', lock: false }]);
  expect((await fed(url)).status).toBe(200);
  await lock([]);
});
