// Random requests from the API document: close to valid ones, but wrong. The same seed generates the same requests.

import type { InjectOptions } from 'fastify';
import type { Chance } from '#core/kernel/testing/chance.ts';
import { multipart } from './files.ts';
import { naughtyStrings } from './naughty.ts';

/** The part of a schema that our document uses. */
export interface Described {
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  format?: string;
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  additionalProperties?: boolean | Described;
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
  minimum?: number;
  maximum?: number;
}

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Values that fit nowhere. */
const strange: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: 1e9 },
  { toString: 'x' },
  { id: '00000000-0000-0000-0000-000000000000' },
  { from: '0000-01-01', to: '9999-12-31' },
];

/** The first and last days of calendars, ours included. */
export const farDays = ['0001-01-01', '1899-12-31', '1900-01-01', '2199-12-31', '2200-01-01', '9999-12-31'] as const;

/** Very large values; few, because they are slow. */
const huge: readonly unknown[] = [
  Array.from({ length: 2_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
  'x'.repeat(100_000),
  'x'.repeat(3 * 1024 * 1024),
  nested(20),
  nested(40),
  nested(2_000),
];

/** Names with a meaning in the language or the database, or none. */
const strangeNames = [
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'toJSON',
  'length',
  'agency_id',
  'agencyId',
  'status',
  'admin',
  'superAdmin',
  'isOwner',
  'id',
  'version',
  '$where',
  "a'; drop table users; --",
  '',
  ' ',
];

const bad = (chance: Chance): unknown => {
  if (chance.percent(2)) return chance.pick(huge);
  return chance.percent(55) ? chance.pick(naughtyStrings) : chance.pick(strange);
};

/** A value that the schema probably accepts. */
function fitting(schema: Described, chance: Chance, depth = 0): unknown {
  const one = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  // With properties, these only state which ones are required.
  if (one && !schema.properties) return fitting(chance.pick(one), chance, depth);
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.nullable && chance.percent(15)) return null;
  switch (schema.type) {
    case 'string':
      if (schema.format === 'uuid') return '018f0000-0000-7000-8000-000000000000';
      if (schema.format === 'date') return chance.percent(60) ? '2026-02-28' : chance.pick(farDays);
      if (schema.format === 'date-time')
        return `${chance.percent(60) ? '2026-02-28' : chance.pick(farDays)}T12:00:00.000Z`;
      if (schema.format === 'email') return 'quelquun@vigie.example';
      return chance.percent(40) ? chance.pick(naughtyStrings) : 'mot';
    case 'integer':
    case 'number':
      return chance.pick([schema.minimum ?? 0, 1, schema.maximum ?? 100]);
    case 'boolean':
      return chance.percent(50);
    case 'array':
      return depth > 4
        ? []
        : Array.from({ length: chance.below(3) }, () => fitting(schema.items ?? {}, chance, depth + 1));
    case 'object': {
      const required = [...(schema.required ?? []), ...((one && chance.pick(one).required) ?? [])];
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([name]) => required.includes(name) || chance.percent(50),
      );
      return Object.fromEntries(entries.map(([name, member]) => [name, fitting(member, chance, depth + 1)]));
    }
    default:
      return bad(chance);
  }
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Replaces, removes or adds a random member. */
function spoilt(value: unknown, chance: Chance, depth = 0): unknown {
  if (!isBranch(value) || depth > 8) return bad(chance);
  const names = Object.keys(value);
  if (Array.isArray(value)) {
    const at = chance.below(value.length + 1);
    return value.toSpliced(
      at,
      chance.below(2),
      isBranch(value[at]) ? spoilt(value[at], chance, depth + 1) : bad(chance),
    );
  }
  const copy: Record<string, unknown> = { ...value };
  if (names.length === 0 || chance.percent(15)) {
    copy[chance.percent(70) ? chance.pick(strangeNames) : chance.pick(naughtyStrings)] = bad(chance);
    return copy;
  }
  const name = chance.pick(names);
  if (chance.percent(15)) delete copy[name];
  else copy[name] = isBranch(value[name]) && chance.percent(60) ? spoilt(value[name], chance, depth + 1) : bad(chance);
  return copy;
}

/** Right shape, with unusual texts. A member without a type may be nested thousands deep: it stays as it is. */
function haunted(value: unknown, chance: Chance, depth = 0): unknown {
  if (typeof value === 'string') return chance.percent(60) ? chance.pick(naughtyStrings) : value;
  if (!isBranch(value) || depth > 8) return value;
  if (Array.isArray(value)) return value.map((one) => haunted(one, chance, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, haunted(member, chance, depth + 1)]));
}

/** Invalid JSON. */
const unreadable = [
  '{',
  '[',
  '"',
  '{"a":}',
  '{"a":1,}',
  '{"__proto__":{"admin":true}}',
  '{"a":{"__proto__":[]}}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"a":1e999}',
  '\ufeff{}',
  '[]',
  'null',
  '12',
  '"texte"',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];

const asText = (value: unknown): string => JSON.stringify(value) ?? 'null';

function bodyOf(valid: unknown, schema: Described | undefined, chance: Chance): string {
  if (chance.percent(8)) return chance.pick(unreadable);
  if (!schema) return asText(bad(chance));
  let value: unknown = chance.percent(50) ? valid : fitting(schema, chance);
  if (chance.percent(30)) return asText(haunted(value, chance));
  for (let times = 1 + chance.below(3); times > 0; times -= 1) value = spoilt(value, chance);
  const text = asText(value);
  // A member of this name cannot be set by assignment.
  return chance.percent(5) && text.startsWith('{') ? `{"__proto__":{"admin":true},${text.slice(1)}` : text;
}

function filesOf(chance: Chance): Pick<InjectOptions, 'payload' | 'headers'> {
  const contents = [
    '',
    '%PDF-1.4',
    '\u0089PNG\r\n\u001a\n',
    'PK\u0003\u0004',
    'GIF89a',
    '<script>alert(1)</script>',
    'mot',
  ];
  const named = (): string =>
    `${chance.pick(naughtyStrings).replaceAll(/["\r\n]/g, '')}${chance.pick(['', '.png', '.pdf', '.zip', '.txt', '.exe', '.docx'])}`;
  const sent = Array.from({ length: chance.below(4) }, () => ({ name: named(), content: chance.pick(contents) }));
  const { input, headers } = multipart(...sent);
  const whole = input as Buffer;
  // Sometimes truncated.
  const payload = chance.percent(25) ? whole.subarray(0, chance.below(whole.length)) : whole;
  return { payload, headers: headers ?? {} };
}

export interface Model {
  method: string;
  /** With its `{parameters}`. */
  pattern: string;
  params: Readonly<Record<string, string>>;
  /** Its fixed query string. */
  query: string;
  /** Names that the query string may have. */
  asks: readonly string[];
  valid: unknown;
  schema: Described | undefined;
  files: boolean;
}

/** One hostile request. */
export function drawn(model: Model, chance: Chance): InjectOptions {
  const names = [...model.pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const spoil = names.length > 0 && chance.percent(model.schema ? 15 : 60) ? chance.pick(names) : null;
  const path = model.pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === spoil ? chance.pick(naughtyStrings).toWellFormed() : (model.params[name] ?? '')),
  );
  const member = (name: string): string =>
    `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(chance.pick(naughtyStrings).toWellFormed())}`;
  const asked = model.asks.filter(() => chance.percent(70)).map(member);
  if (chance.percent(10)) asked.push(member(chance.pick(strangeNames)));
  const query = [model.query, ...asked].filter(Boolean).join('&');
  const request = { method: model.method as 'POST', url: query ? `${path}?${query}` : path };
  if (model.files && chance.percent(80)) return { ...request, ...filesOf(chance) };
  if (model.method === 'GET' && chance.percent(80)) return request;
  const headers = { 'content-type': 'application/json' };
  return { ...request, headers, payload: bodyOf(model.valid, model.schema, chance) };
}
