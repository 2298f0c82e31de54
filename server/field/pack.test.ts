import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { enrolDevice } from '#core/field/calls.ts';
import { fetchPack } from '#core/field/pack.ts';
import { saveEventTypes, saveSitesEventTypes } from '#core/logbook/calls.ts';
import { breakEnded, breakRunning } from '#core/planning/break.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { saveSiteItems } from '#core/sites/items.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const { site, guard } = await plannerOf(here);
const { service, agent } = livingOf(here, site);
const day = 1_440;

type Known = Record<string, Record<string, string>>;
const pack = (known?: Known) =>
  as('agent').call(fetchPack, { mount: 'agent', input: known ? ({ known } as never) : {} });
const heldOf = ({ changed }: Awaited<ReturnType<typeof pack>>): Known =>
  Object.fromEntries(
    Object.entries(changed).map(([name, rows]) => [
      name,
      Object.fromEntries(rows.map(({ id, digest }) => [id, digest])),
    ]),
  );

beforeEach(async () => {
  await sql('delete from services');
  await sql('delete from published_services');
});

test('a device takes along the own services of a week and what may still be ended, with their sites', async () => {
  const [soon, yesterday] = [await service(), await service({ from: -day, to: -600, status: 200 })];
  await service({ from: 9 * day, to: 9 * day + 480 });
  await service({ from: -3 * day, to: -2 * day });
  await service({ agents: [await guard()] });
  await service({ status: 700 });
  const { changed, agency: house } = await pack();
  expect(changed.services.map(({ id }) => id).toSorted()).toEqual([soon, yesterday].toSorted());
  expect(changed.sites).toMatchObject([{ id: site, row: { id: site, name: 'Entrepôt' } }]);
  expect(house).toMatchObject({ lateMargin: 5 });
});

test('it takes along since when a break runs, his own or everybody’s, and what it interrupted', async () => {
  const [own, shared, over] = [await service(), await service(), await service()];
  expect((await pack()).pauses).toEqual({});
  const pause = (of: string, who: string | null, minutes: number, status: number) =>
    sql(
      `insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at, real_start_at, status, paused_from)
        values ($1, gen_random_uuid(), $2, $3, 0, now(), now() + interval '20 minutes', date_trunc('second', now()) - make_interval(mins => $4), $5, 250)`,
      [agency.id, of, who, minutes, status],
    );
  await pause(own, agent, 12, breakRunning);
  await pause(shared, null, 7, breakRunning);
  await pause(over, agent, 30, breakEnded);
  await pause(over, await guard(), 30, breakRunning);
  const { pauses = {} } = await pack();
  const minutesOf = (at: string | undefined): number => Math.round((Date.now() - Date.parse(at ?? '')) / 60_000);
  expect(Object.keys(pauses).toSorted()).toEqual([own, shared].toSorted());
  expect([pauses[own], pauses[shared]].map((one) => [minutesOf(one?.startedAt), one?.from])).toEqual([
    [12, 250],
    [7, 250],
  ]);
});

test('it takes along at what hour a service was extended, and why: by him, or by the desk for everybody', async () => {
  const [own, desk, others] = [await service(), await service(), await service()];
  const extend = (of: string, who: string | null, content: string) =>
    sql(
      `insert into service_events (agency_id, id, service_id, agent_id, type, at, content) values ($1, gen_random_uuid(), $2, $3, $4, '2026-11-17T20:58:00Z', $5)`,
      [agency.id, of, who, lifecycleEvents.serviceExtension.id, content],
    );
  await extend(own, agent, 'Demande du client');
  await extend(desk, null, 'Demande du responsable');
  await extend(others, await guard(), 'Demande du client');
  const at = '2026-11-17T20:58:00.000Z';
  expect((await pack()).extensions).toEqual({
    [own]: { at, reason: 'Demande du client' },
    [desk]: { at, reason: 'Demande du responsable' },
  });
});

test('a device that reads its pack is heard', async () => {
  const device = randomUUID();
  await as('agent').call(enrolDevice, { mount: 'agent', input: { id: device, name: 'Pixel' } });
  const heard = async () =>
    (
      await sql<{ recent: boolean }>(
        `select seen_at > now() - interval '1 minute' as recent from field_devices where id = $1`,
        [device],
      )
    )[0]?.recent;
  await sql(`update field_devices set seen_at = now() - interval '1 hour'`);
  await pack();
  expect(await heard()).toBe(false);
  await as('agent').call(fetchPack, { mount: 'agent', input: { device } });
  expect(await heard()).toBe(true);
});

test('it takes along which types of events a site does not offer', async () => {
  await service();
  expect((await pack()).typesOff).toEqual({});
  const off = { enabled: false, customerShow: true, notifyAgency: false, notifyCustomer: false };
  await as('owner').call(saveEventTypes, { input: { types: [{ id: 30, ...off }] } });
  expect((await pack()).typesOff).toEqual({ [site]: [30] });
  await as('owner').call(saveSitesEventTypes, {
    input: {
      sites: [{ id: site }],
      types: [
        { id: 30, ...off, enabled: true },
        { id: 31, ...off },
      ],
    },
  });
  expect((await pack()).typesOff).toEqual({ [site]: [31] });
});

test('I-022: it takes along the equipment of a site, where the site opens it to agents', async () => {
  await service();
  expect((await pack()).items).toEqual({});
  const items = [{ name: 'Extincteur', quantity: 3, reference: 'EX-1', expiry: '2027-01-31' }];
  await as('owner').call(saveSiteItems, { params: { id: site }, input: { items } as never });
  expect((await pack()).items).toMatchObject({ [site]: [{ ...items[0], comment: null }] });
  await sql(`update sites set rights_agent = array_remove(rights_agent, 'readItems') where id = $1`, [site]);
  expect((await pack()).items).toEqual({});
});

test('later it gets what changed and what is no longer his, and nothing else', async () => {
  const [kept, moved, gone] = [await service(), await service(), await service()];
  const first = await pack();
  const held = heldOf(first);
  expect(await pack(held)).toMatchObject({ changed: { services: [], sites: [] }, removed: { services: [] } });
  await sql(`update services s set end_at = end_at + interval '1 hour' where id = $1`, [moved]);
  await sql('update services s set published = service_facts(s) where id = $1', [moved]);
  await sql('delete from published_services where id = $1', [gone]);
  const next = await pack(held);
  expect(next.changed.services.map(({ id }) => id)).toEqual([moved]);
  expect(next.removed.services).toEqual([gone]);
  expect(next.changed.sites).toEqual([]);
  expect(Object.keys(held.services ?? {})).toContain(kept);
});

test('what the site closes to agents is not on the device, until it opens it', async () => {
  await service();
  await sql(`insert into site_keys (agency_id, id, site_id, label) values ($1, gen_random_uuid(), $2, 'Portail')`, [
    agency.id,
    site,
  ]);
  await sql(`update sites set rights_agent = '{}' where id = $1`, [site]);
  const closed = await pack();
  expect(JSON.stringify(closed.changed.sites)).not.toContain('Portail');
  await sql(`update sites set rights_agent = '{readKeys}' where id = $1`, [site]);
  expect(JSON.stringify((await pack(heldOf(closed))).changed.sites)).toContain('Portail');
});

test('without the right to his sites an agent has his services alone; a customer has no pack', async () => {
  const id = await service();
  const [held] = await sql<{ rights: string[] }>('select rights from agents where id = $1', [agent]);
  await sql(`update agents set rights = array_remove(rights, 'listOwnSites') where id = $1`, [agent]);
  const { changed } = await pack();
  expect([changed.services.map((one) => one.id), changed.sites]).toEqual([[id], []]);
  await sql('update agents set rights = $2 where id = $1', [agent, held?.rights]);
  expect((await as('customer').answer(fetchPack, { mount: 'agent', input: {} })).status).toBe(403);
});
