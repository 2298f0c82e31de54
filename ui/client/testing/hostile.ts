// Replies in which every free text is an attack, generated from the declared output of a call.
import * as z from 'zod';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { idOf } from './rows.ts';

/** As HTML it becomes an image and a link. */
export const hostile = '<img src=x onerror="hurt()"><a href="javascript:hurt()">nom</a>';

/** What no screen may contain after it was given that text. */
export const hurt = 'img[src="x"], [onerror], a[href^="javascript:"]';

interface Shape {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  items?: Shape | false;
  prefixItems?: Shape[];
  maxItems?: number;
  minimum?: number;
  maxLength?: number;
  additionalProperties?: Shape | boolean;
  propertyNames?: Shape;
  $ref?: string;
  $defs?: Record<string, Shape>;
}

const moment = '2026-11-16T08:00:00.000Z';
const named: [RegExp, string][] = [
  [/zone$/i, 'Europe/Paris'],
  [/url$/i, '/agency/x/file/y'],
  [/(^|[a-z])(At|Moment)$|^(start|end|from|to|until|since|before|lastLogin|at)$/, moment],
  [/^months?$/, '2026-11'],
  [/(date|day)s?$|Date|Day|birth|expir/i, '2026-11-16'],
  [/time$|Time$/, '08:00'],
  [/currency/i, 'EUR'],
  [/^siret$/, '73282932000074'],
  [/colou?r/i, '#0b6b43'],
  [/^(country|holidayLocale)$/, 'FR'],
];

function textFor(name: string, { format, pattern, maxLength }: Shape): string {
  if (format === 'uuid') return idOf(1);
  if (format === 'date') return '2026-11-16';
  if (format === 'date-time') return moment;
  if (pattern?.includes('#')) return '#0b6b43';
  if (pattern?.includes('\\d{4}')) return pattern.includes('T') ? moment : '2026-11-16';
  // A month.
  if (pattern?.startsWith('^20')) return '2026-11';
  if (pattern) return '08:00';
  const usual = named.find(([which]) => which.test(name))?.[1];
  return (usual ?? hostile).slice(0, maxLength ?? 1_000);
}

/** A record lists its keys apart from the shape of its values. */
const membersOf = ({ properties = {}, propertyNames, additionalProperties }: Shape): [string, Shape][] => [
  ...Object.entries(properties),
  ...(propertyNames?.enum ?? []).map((key): [string, Shape] => [
    String(key),
    typeof additionalProperties === 'object' ? additionalProperties : {},
  ]),
];

function valueFor(shape: Shape, name: string, root: Shape, depth: number): unknown {
  if (shape.$ref) return valueFor(root.$defs?.[shape.$ref.replace('#/$defs/', '')] ?? {}, name, root, depth + 1);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (choices) return valueFor(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {}, name, root, depth);
  switch (shape.type) {
    case 'string':
      return textFor(name, shape);
    case 'number':
    case 'integer':
      // A service that was started.
      return name === 'status' ? 200 : Math.max(shape.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'array':
      if (shape.prefixItems) return shape.prefixItems.map((one) => valueFor(one, name, root, depth + 1));
      return depth > 12 || !shape.items || shape.maxItems === 0 ? [] : [valueFor(shape.items, name, root, depth + 1)];
    case 'object':
      return Object.fromEntries(membersOf(shape).map(([key, one]) => [key, valueFor(one, key, root, depth + 1)]));
    default:
      return null;
  }
}

/** A reply that the declared output accepts. */
export function hostileReply({ output }: Endpoint): unknown {
  const shape = z.toJSONSchema(output, { unrepresentable: 'any', io: 'output' }) as Shape;
  return valueFor(shape, '', shape, 0);
}
