// Hostile requests. Each must be refused in French, change nothing and never cause a server error.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import * as z from 'zod';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Field, Fields, Kind } from '#core/kernel/field.ts';
import { amountDecimals, mostDigits } from '#core/kernel/money.ts';
import { type Claims, issueAccess } from '#server/session/tokens.ts';
import type { World } from './world.ts';

/** Random requests per call; HOSTILE_RUNS=200 is the thorough run, which takes minutes. */
export const hostileRuns = Number(process.env.HOSTILE_RUNS ?? 20);

type Attacks = Record<string, string>;

/**
 * Attacks on what all routes share, such as the reading of paths, tokens and JSON: the next route gets the next part of
 * them, so that each attack meets many routes. In the thorough run every route meets all.
 */
export const partOf = <A>(attacks: readonly A[], parts: number, route: number): A[] =>
  hostileRuns > 20 ? [...attacks] : attacks.filter((_, index) => (index + route) % parts === 0);

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepObject = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const innerOf = (input: Record<string, unknown>): string => JSON.stringify(input).slice(1, -1);
const withMember = (inner: string, member: string): string => `{${inner}${inner ? ',' : ''}${member}}`;

/** Bodies that are not read as JSON. */
export const unreadable = (input: Record<string, unknown>): Attacks => {
  const inner = innerOf(input);
  return {
    'a brace alone': '{',
    'a member without value': '{"a":}',
    'single quotes': "{'a':1}",
    'a trailing comma': `{${inner},}`,
    'text after the end': `{${inner}} {}`,
    NaN: '{"a":NaN}',
    'a control character': '{"a":"\u0001"}',
    'a very deep list': deep(100_000),
    'a very deep object': deepObject(100_000),
    'a very deep member': withMember(inner, `"inconnu":${deep(100_000)}`),
  };
};

/** Bodies that every call refuses. */
export const bodies = (input: Record<string, unknown>): Attacks => {
  const inner = innerOf(input);
  const more = (member: string): string => withMember(inner, member);
  return {
    'a list': '[]',
    'a list of one': `[{${inner}}]`,
    null: 'null',
    'a text': '"texte"',
    'a number': '12',
    yes: 'true',
    'an unknown member': more('"inconnu":1'),
    __proto__: more('"__proto__":{"admin":true}'),
    'an escaped __proto__': more('"__pr\\u006fto__":{"admin":true}'),
    'a nested __proto__': more('"inconnu":{"__proto__":{"admin":true}}'),
    constructor: more('"constructor":{"prototype":{"admin":true}}'),
    toString: more('"toString":"x"'),
    hasOwnProperty: more('"hasOwnProperty":1'),
    'an empty name': more('"":1'),
    'a name with NUL': more('"a\\u0000":1'),
    'a name with half a character': more('"\\ud800":1'),
  };
};

export const tooLarge = `{"a":"${'x'.repeat(3 * 1024 * 1024)}"}`;

export const contentTypes = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonp',
  'garbage',
  'a/b/c',
];

export const keys = ['', ' ', 'a b', 'é', 'x'.repeat(201), '\t', 'a\u007f'];

/** Replacements of an id in the path. */
export const segments = [
  '..%2f..%2fuser',
  '..%5c..%5c',
  '%2e%2e',
  '.',
  '%00',
  `${randomUUID()}%00`,
  `${randomUUID()}%20`,
  `%20${randomUUID()}`,
  `${randomUUID()}.json`,
  '%ff',
  '%',
  '%zz',
  '%c0%ae',
  '%ED%A0%80',
  "'%20or%201=1--",
  '00000000-0000-0000-0000-000000000000',
  `{${randomUUID()}}`,
  '1',
  '-1',
  'null',
  'undefined',
  'NaN',
  'constructor',
  '__proto__',
  'toString',
  '%F0%9F%98%80',
  'a'.repeat(99),
  'a'.repeat(5_000),
];

export const queries = [
  '?inconnu=1',
  '?__proto__=1',
  '?constructor=1',
  '?a[]=1&a[]=2',
  '?a=%00',
  '?agencyId=x',
  '?%ff=1',
];

const wrong: Record<string, unknown[]> = {
  string: [1, true, {}, [], ['x'], { toString: 'x' }, { length: { toString: 'x' } }],
  boolean: ['true', 1, 0, {}, []],
  integer: ['1', 1.5, 1e300, true, {}, []],
  number: ['1', true, {}, []],
  array: ['x', 1, {}, [[]], { length: 1 }],
  object: ['x', 1, true, [], [1]],
};

interface Described {
  type?: string | string[];
  properties?: Record<string, Described>;
  anyOf?: Described[];
}

/** Members of a declared input with values of a wrong type. */
export function wrongTypes(endpoint: Endpoint): [string, unknown][] {
  const described = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Described;
  return Object.entries(described.properties ?? {}).flatMap(([name, member]): [string, unknown][] => {
    const types = [member, ...(member.anyOf ?? [])].flatMap(({ type }) => type ?? []);
    if (types.length === 0) return [];
    const values = types.includes('null') ? [] : [null as unknown];
    for (const type of types) values.push(...(wrong[type] ?? []));
    return values.map((value) => [name, value]);
  });
}

/** Values that no field of the kind accepts. */
const impossible: Record<Kind, (field: Field) => unknown[]> = {
  text: (field) => [1, true, {}, [], 'a\u0000', '\ud800', 'x'.repeat((field.max ?? 5_000) + 1)],
  html: () => [1, {}, 'a\u0000', '\udfff', 'x'.repeat(500_001)],
  integer: () => ['1', 'NaN', 1.5, 1e10, -1e300, true, {}, []],
  decimal: ({ decimals = 3 }) => ['1', 1e11, 10 ** -(decimals + 1), 1e300, {}],
  money: ({ decimals = amountDecimals }) => [
    '1',
    10 ** (mostDigits - decimals),
    10 ** -(decimals + 1),
    0.1 + 0.2,
    1e300,
    {},
  ],
  flag: () => ['true', 1, 0, {}, []],
  flags: () => ['x', [], { inconnu: true }, { constructor: true }, true],
  day: () => ['2026-02-30', '2026-13-01', '0001-01-01', '9999-12-31', 'infinity', 20_260_101, {}],
  moment: () => [
    '2026-02-30T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    'now',
    'infinity',
    '2026-01-01',
    1,
    {},
  ],
  time: () => ['24:00', '8:30', 830, {}],
  // Written by the server, so ignored.
  status: () => [],
  choice: () => ['INCONNU', -1, 1e300, 'constructor', '__proto__', 'toString', {}, [], true],
  choices: () => ['INCONNU', {}, [[]], [null], ['INCONNU'], ['constructor'], Array(101).fill('x'), true],
  ref: () => ['x', 1, [], {}, { id: 'x' }, { id: 1 }, { id: randomUUID() }, { id: '../x' }],
  refs: () => [
    'x',
    {},
    [1],
    [null],
    [{}],
    [{ id: 'x' }],
    [{ id: randomUUID() }],
    Array(1_001).fill({ id: randomUUID() }),
  ],
  file: () => ['x', 1, [], {}, { id: 'x' }, { id: randomUUID() }],
  files: (field) => [
    'x',
    {},
    [1],
    [null],
    [{ id: 'x' }],
    [{ id: randomUUID() }],
    Array((field.max ?? 100) + 1).fill({ id: randomUUID() }),
  ],
  address: () => [
    'x',
    [],
    { inconnu: 1 },
    { street: 1 },
    { city: 'a\u0000' },
    { country: 'France' },
    { location: {} },
    { location: { latitude: 91, longitude: 0 } },
    { location: { latitude: 0, longitude: '1' } },
  ],
  phones: () => ['04 65 71 00 02', [1], ['abc'], [[]], {}, Array(11).fill('04 65 71 00 02')],
  lines: (field) => [
    'x',
    {},
    [1],
    [null],
    [[]],
    [{ inconnu: 1 }],
    [{ id: 'x' }],
    Array((field.max ?? 500) + 1).fill({}),
  ],
  group: () => ['x', [], 1, { inconnu: 1 }],
  // Written by the server, so ignored.
  hours: () => [],
  found: () => [],
};

/** Invalid members of a draft, with the path to name. */
export function impossibleMembers(fields: Fields): [string, Record<string, unknown>][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Record<string, unknown>][] => {
    if (field.written === 'server') return [];
    const own = impossible[field.kind](field).map((value): [string, Record<string, unknown>] => [
      name,
      { [name]: value },
    ]);
    if (!field.fields) return own;
    const nested = impossibleMembers(field.fields).map(([path, member]): [string, Record<string, unknown>] => [
      `${name}.${path}`,
      { [name]: field.kind === 'lines' ? [member] : member },
    ]);
    return [...own, ...nested];
  });
}

/** Invalid authorization headers. */
export async function badTokens({ environment, people, sessionOf, sql }: World): Promise<Attacks> {
  const { secret } = environment;
  const [{ id: sid, token }, ended] = [await sessionOf('owner'), await sessionOf('owner')];
  await sql('update sessions set ended_at = now() where id = $1', [ended.id]);
  const sub = people.owner.id;
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const exp = Math.floor(Date.now() / 1_000) + 900;
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ours = (changed: Partial<Claims>, at = new Date()): Promise<string> =>
    issueAccess(secret, { sub, sid, as: null, ...changed }, at);
  const signed = (alg: string, key: Parameters<SignJWT['sign']>[0]): Promise<string> =>
    new SignJWT({ sub, sid, exp }).setProtectedHeader({ alg }).sign(key);
  return {
    'no token': 'Bearer',
    'only spaces': 'Bearer    ',
    'another scheme': `Basic ${Buffer.from('a:b').toString('base64')}`,
    'no scheme': token,
    'two tokens': `Bearer ${token} ${token}`,
    'a word': 'Bearer abc',
    'three words': 'Bearer a.b.c',
    'a very long one': `Bearer ${'x'.repeat(7_000)}`,
    'the algorithm none': `Bearer ${new UnsecuredJWT({ sub, sid, exp }).encode()}`,
    'its signature cut': `Bearer ${head}.${claims}.`,
    'its claims changed': `Bearer ${head}.${encoded({ sub: people.superAdmin.id, sid, exp })}.${signature}`,
    'its head changed': `Bearer ${encoded({ alg: 'none' })}.${claims}.${signature}`,
    'the key of a stranger': `Bearer ${await signed('EdDSA', generateKeyPairSync('ed25519').privateKey)}`,
    'a shared secret': `Bearer ${await signed('HS256', new TextEncoder().encode(secret.padEnd(32)))}`,
    expired: `Bearer ${await ours({}, new Date(Date.now() - 3_600_000))}`,
    'of no session': `Bearer ${await ours({ sid: randomUUID() })}`,
    'of an ended session': `Bearer ${ended.token}`,
    "of another's session": `Bearer ${await ours({ sub: people.superAdmin.id })}`,
    'for a profile that the session does not act for': `Bearer ${await ours({ as: people.customer.profile?.id ?? '' })}`,
    'of a session that is no uuid': `Bearer ${await ours({ sid: "' or 1=1" })}`,
  };
}
