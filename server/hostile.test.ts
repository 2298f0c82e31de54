// Bad input of every kind to every call: a 4xx with its message, never a 500, and nothing written.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRead, prefixes } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { Violation } from '#core/kernel/problem.ts';
import {
  type Aim,
  aimsOf,
  everythingIn,
  faults,
  routesOf,
  send,
  urlOf,
  validPayload,
  wire,
} from '#server/testing/aims.ts';
import {
  badTokens,
  bodies,
  contentTypes,
  impossibleMembers,
  keys,
  partOf,
  queries,
  segments,
  tooLarge,
  unreadable,
  wrongTypes,
} from '#server/testing/attacks.ts';
import type { Answer } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const aims = await aimsOf(here);
const tokens = await badTokens(here);
const routes = routesOf(aims);
const closed = routes.filter(({ act }) => act.access !== 'public');
const writes = routes.filter(({ act }) => act.endpoint.method !== 'GET');
const json = { 'content-type': 'application/json' };

/** The mounts of a call share one handler, so its attacks are divided among them. */
const shared = <A>({ act }: Aim, attacks: Iterable<A>): A[] => {
  const mounts = Object.keys(act.endpoint.mounts);
  return [...attacks].filter((_, index) => index % mounts.length === mounts.indexOf(act.mount));
};

const own = <A>(aim: Aim, attacks: readonly A[], parts: number): A[] => partOf(attacks, parts, routes.indexOf(aim));

/** Compares the database once for all attacks: comparing costs more than the attacks of one call. */
const nothingWrittenBy = (what: string, attacks: () => void) =>
  describe(what, () => {
    let before: unknown;
    beforeAll(async () => {
      before = await everythingIn(here);
    });
    afterAll(async () => {
      expect(await everythingIn(here), 'something was written').toEqual(before);
    });
    attacks();
  });

nothingWrittenBy('a body that is no input', () => {
  test.each(writes)('$title', async (aim) => {
    const found: string[] = [];
    const key = isRead(aim.act.endpoint) ? {} : { 'idempotency-key': randomUUID() };
    // With and without a key in turn: the body is checked before the key.
    const attacks = [
      ...shared(aim, Object.entries(bodies(aim.input))),
      ...own(aim, Object.entries(unreadable(aim.input)), 5),
    ];
    for (const [index, [attack, payload]] of attacks.entries())
      found.push(
        ...faults(await send(aim, { payload, headers: index % 2 === 0 ? json : { ...json, ...key } }), attack),
      );
    for (const payload of own(aim, [tooLarge], 5))
      found.push(...faults(await send(aim, { payload, headers: json }), '3 MiB', [413]));
    expect(found).toEqual([]);
  });
});

nothingWrittenBy('members of a wrong type', () => {
  const declared = writes.filter(({ act: { endpoint } }) => !endpoint.entity || endpoint.entity.operation === 'list');
  test.each(declared)('$title', async (aim) => {
    const found: string[] = [];
    for (const [name, value] of shared(aim, wrongTypes(aim.act.endpoint))) {
      const answer = await send(aim, { payload: { ...aim.input, [name]: value } });
      found.push(...faults(answer, JSON.stringify({ [name]: value }), [400, 429]));
    }
    expect(found).toEqual([]);
  });
});

/** The value with each of its days in turn replaced. */
function withDay(value: unknown, day: string): unknown[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? [day + value.slice(10)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    withDay(member, day).map((made) =>
      Array.isArray(value) ? value.with(Number(name), made) : { ...value, [name]: made },
    ),
  );
}

nothingWrittenBy('a day outside the calendar', () => {
  const dated = writes.filter(({ input }) => withDay(input, '0001-01-01').length > 0);
  test('there are calls with a day', () => expect(dated.length).toBeGreaterThan(20));
  test.each(dated)('$title', async (aim) => {
    const found: string[] = [];
    for (const day of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])
      for (const payload of withDay(aim.input, day))
        found.push(...faults(await send(aim, { payload: payload as object }), JSON.stringify(payload), [400]));
    expect(found).toEqual([]);
  });
});

/** Rounds with at most one attack on each field. */
function oneOfEach<A>(attacks: [path: string, attack: A][]): [string, A][][] {
  const rounds: [string, A][][] = [];
  const done = new Map<string, number>();
  for (const attack of attacks) {
    const name = attack[0].split('.')[0] as string;
    const round = done.get(name) ?? 0;
    done.set(name, round + 1);
    rounds[round] = [...(rounds[round] ?? []), attack];
  }
  return rounds;
}

nothingWrittenBy('a draft with a value its field cannot have', () => {
  const saves = aims.filter(({ act }) => act.endpoint.entity?.operation === 'save');
  test.each(saves)('$title', async (aim) => {
    const found: string[] = [];
    const { fields } = (aim.act.endpoint.entity as { of: Entity }).of;
    const isNamed = (path: string, { body }: Answer): boolean => {
      const named = ((body.violations ?? []) as Violation[]).map((one) => one.path.replaceAll(/\.\d+/g, ''));
      // Missing required members of a line are reported before its references.
      const isSibling = (one: string): boolean =>
        path.includes('.') && one.startsWith(path.slice(0, path.lastIndexOf('.') + 1));
      return named.some((one) => one.startsWith(path) || isSibling(one) || (one !== '' && path.startsWith(one)));
    };
    // One request with a bad value in every field; those that it does not name, because another check comes first, one by one.
    const alone: [string, Record<string, unknown>][] = [];
    for (const together of oneOfEach(shared(aim, impossibleMembers(fields)))) {
      const draft = Object.assign({}, aim.input, ...together.map(([, member]) => member));
      const answer = await send(aim, { payload: draft });
      found.push(...faults(answer, `${together.length} fields`, [400, 403]));
      alone.push(...together.filter(([path]) => answer.status !== 400 || !isNamed(path, answer)));
    }
    for (const [path, member] of alone) {
      const attack = JSON.stringify(member).slice(0, 200);
      const answer = await send(aim, { payload: { ...aim.input, ...member } });
      // Fields reserved for the agency are refused with 403 on other paths.
      found.push(...faults(answer, attack, aim.act.mount === 'agency' ? [400] : [400, 403]));
      // A field with a right of its own: the right is named.
      if (answer.status === 403 && answer.body.right) continue;
      if (!isNamed(path, answer)) found.push(`${attack}: ${path} is not named, ${JSON.stringify(answer.body)}`);
    }
    expect(found).toEqual([]);
  });
});

nothingWrittenBy('a body of another kind', () => {
  test.each(writes)('$title', async (aim) => {
    const found: string[] = [];
    const payload = JSON.stringify(aim.input);
    for (const type of own(aim, contentTypes, 4))
      found.push(...faults(await send(aim, { payload, headers: { 'content-type': type } }), type));
    expect(found).toEqual([]);
  });
});

nothingWrittenBy('a bad Idempotency-Key', () => {
  const keyed = closed.filter(({ act: { endpoint } }) => !isRead(endpoint) && !endpoint.repeatable);
  test.each(keyed)('$title', async (aim) => {
    const found: string[] = [];
    const valid = validPayload(aim);
    for (const key of own(aim, keys, 3))
      found.push(
        ...faults(await send(aim, { ...valid, headers: { 'idempotency-key': key } }), JSON.stringify(key), [400]),
      );
    expect(found).toEqual([]);
  });
});

nothingWrittenBy('a path or a query that is no request', () => {
  test.each(routes)('$title', async (aim) => {
    const found: string[] = [];
    const { pattern } = aim;
    const valid = validPayload(aim);
    const ask = async (url: string, attack: string): Promise<void> => {
      found.push(...faults(await send(aim, { ...valid, url }), attack));
    };
    for (const [whole, name = ''] of pattern.matchAll(/\{(\w+)\}/g)) {
      // Those of a prefix are read by one function for all routes.
      const isShared = prefixes[aim.act.mount].includes(whole);
      for (const segment of isShared ? own(aim, segments, 7) : shared(aim, segments)) {
        // The client resolves this segment, which gives the agency's path of the same call.
        if (segment === '%2e%2e' && name !== 'agencyId' && aim.act.endpoint.mounts.agency) continue;
        const url = urlOf({ ...aim, pattern: pattern.replace(whole, segment) });
        await ask(url, `${name} = ${segment.slice(0, 60)}`);
      }
    }
    const url = urlOf(aim);
    for (const query of own(aim, queries, 3)) await ask(url + query, query);
    const tricks = [
      `${url}/`,
      `${url}//`,
      `/${url}`,
      url.replace('/api/', '/api//'),
      url.replace('/api/', '/API/'),
      `${url}%2f`,
      `${url};a=1`,
      `${url}/../x`,
    ];
    for (const trick of own(aim, tricks, 4)) await ask(trick, trick);
    expect(found).toEqual([]);
  });
});

nothingWrittenBy('a token that is none of ours', () => {
  test.each(closed)('$title', async (aim) => {
    const found: string[] = [];
    const valid = validPayload(aim);
    for (const [attack, authorization] of own(aim, Object.entries(tokens), 5)) {
      const answer = await send({ ...aim, client: here.anonymous }, { ...valid, headers: { authorization } });
      found.push(...faults(answer, attack, [401]));
      if (!wire.has(answer.body.message)) found.push(`${attack}: ${answer.body.message}`);
    }
    expect(found).toEqual([]);
  });
});
