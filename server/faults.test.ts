// Fails the Nth call to the database or the file store, for N = 1, 2, … until the request passes: nothing is half
// written, and the repeated request does everything once.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { allEndpoints } from '#core/endpoints.ts';
import { fileMessages } from '#core/files/files.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { everythingIn } from '#server/testing/aims.ts';
import { multipart, pdf } from '#server/testing/files.ts';
import { type Act, actsOf } from '#server/testing/requests.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { people } = here;
// Mails are recorded, but not sent during the test.
await here.jobs.boss.offWork('sendMail', { wait: true });
// server/imports/job.test.ts tests a failing import job.
await here.jobs.boss.offWork('runImport', { wait: true });

/** The most critical writes. */
const critical: readonly [act: string, mount: Act['mount']][] = [
  ['customer:create', 'agency'],
  ['customer:edit', 'agency'],
  ['site:create', 'agency'],
  ['site:edit', 'agency'],
  ['site:archive', 'agency'],
  ['site:delete', 'agency'],
  ['agent:create', 'agency'],
  ['siteInstruction:create', 'agency'],
  ['saveItems:site', 'agency'],
  ['uploadFiles', 'agency'],
  ['saveRights', 'agency'],
  ['invite', 'agency'],
  ['acceptInvitation', 'root'],
  ['resetPassword', 'root'],
  ['confirmSignUp', 'root'],
  ['sendEmail', 'agency'],
  ['informationNote:publish', 'agency'],
  ['runImport:site', 'agency'],
];

const fault = { at: 0, count: 0, fired: '' };
afterEach(() => {
  fault.at = 0;
});

/** True: this call must fail. */
function strikes(what: string): boolean {
  if (fault.at === 0 || fault.fired) return false;
  fault.count += 1;
  if (fault.count !== fault.at) return false;
  fault.fired = what;
  return true;
}

const error = (): Error => new Error('a fault of the test');

// Only statements of calls, not those of the queue, heartbeats and the test itself.
const isOurs = (text: string): boolean =>
  !/jobs\.|pg_notify|^listen|^$|^select 1 from sessions|as watched/i.test(text) || /^\s*insert into jobs/i.test(text);
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
(pg.Client.prototype as { query: unknown }).query = function struck(this: pg.Client, ...args: unknown[]): unknown {
  const [first] = args;
  const text = typeof first === 'string' ? first : String((first as { text?: string }).text ?? '');
  if (!isOurs(text) || !strikes(text.slice(0, 60))) return query.apply(this, args);
  const callback = args.find((arg) => typeof arg === 'function') ?? (first as { callback?: unknown }).callback;
  if (typeof callback !== 'function') return Promise.reject(error());
  setImmediate(() => (callback as (error: Error) => void)(error()));
  return first;
};
const { files } = servicesOf(here.app);
for (const name of ['receive', 'keep', 'open'] as const) {
  const whole = files[name] as (...args: unknown[]) => Promise<never>;
  (files as unknown as Record<string, unknown>)[name] = async (...args: unknown[]) =>
    strikes(`file store: ${name}`) ? Promise.reject(error()) : whole.apply(files, args);
}

const acts = allEndpoints.flatMap(actsOf);
const actOf = (name: string, mount: Act['mount']): Act => {
  const found = acts.find((act) => act.name === name && act.mount === mount);
  if (!found) throw new Error(`no act ${name}`);
  return found;
};

/** The rows added or removed by the request, per table. */
type Counts = Record<string, number>;
const counted = async (): Promise<{ digests: Record<string, string>; counts: Counts }> => {
  const all = await everythingIn(here);
  return {
    digests: all,
    counts: Object.fromEntries(Object.entries(all).map(([name, digest]) => [name, Number.parseInt(digest, 10)])),
  };
};
const difference = (before: Counts, after: Counts): Counts =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - (before[name] ?? 0)]],
    ),
  );

async function prepared(act: Act): Promise<() => Promise<{ status: number; body: unknown }>> {
  const setting = { world: here, mount: act.mount, person: people.owner, where: 'own', fresh: true } as const;
  // The same content would be the same file.
  const request =
    act.name === 'uploadFiles'
      ? multipart({ name: 'pièce.pdf', content: pdf(randomUUID()) })
      : await act.request(setting);
  const key = randomUUID();
  const client = act.mount === 'root' ? here.anonymous : here.as('owner');
  // Session and rights are cached before: they are not part of the request.
  return () => client.answer(act.endpoint, { ...request, mount: act.mount, key });
}

test.each(critical)('%s', { timeout: 60_000 }, async (name, mount) => {
  const act = actOf(name, mount);
  // The first request may open a session or a counter.
  await (await prepared(act))();
  const clean = await prepared(act);
  const start = await counted();
  expect((await clean()).status).toBe(act.status);
  const whole = difference(start.counts, (await counted()).counts);

  for (let nth = 1; ; nth += 1) {
    expect(nth, 'the act never passes').toBeLessThan(80);
    const run = await prepared(act);
    const before = await counted();
    Object.assign(fault, { at: nth, count: 0, fired: '' });
    const answer = await run();
    const { fired } = fault;
    fault.at = 0;
    const failure = `${nth}: ${fired}`;
    if (fired && answer.status >= 400) {
      expect(answer, failure).toMatchObject(
        // A failure of the file store has its own message.
        fired === 'file store: keep'
          ? { status: 409, body: { code: 409, message: fileMessages.notKept } }
          : { status: 500, body: { code: 500, message: 'Une erreur est survenue' } },
      );
      expect((await counted()).digests, failure).toEqual(before.digests);
      // A failed attempt must not use up a one-time link.
      expect((await run()).status, failure).toBe(act.status);
    } else expect(answer.status, failure).toBe(act.status);
    expect(difference(before.counts, (await counted()).counts), failure).toEqual(whole);
    if (!fired) return;
  }
});
