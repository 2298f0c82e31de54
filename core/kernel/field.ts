// The kinds of fields an entity is made of. A kind becomes SQL in server/kernel/kinds.ts and React in ui/kinds.tsx, nowhere else.
import type { Right } from '../rights.ts';
import type { Scope } from './entity.ts';
import type { TextFormat } from './formats.ts';
import type { Machine } from './machine.ts';
import { priceDecimals, quantityDecimals } from './money.ts';
import type { DateRules } from './rules.ts';
import type { Address, Reference, StoredFile } from './values.ts';

export type { Address, Reference, StoredFile } from './values.ts';

export type Kind =
  | 'text'
  | 'html'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'flag'
  | 'flags'
  | 'day'
  | 'moment'
  | 'time'
  | 'expiry'
  | 'status'
  | 'choice'
  | 'choices'
  | 'hours'
  | 'ref'
  | 'refs'
  | 'address'
  | 'phones'
  | 'file'
  | 'files'
  | 'lines'
  | 'group'
  | 'found';

type Written = 'form' | 'server';

// Through these the compiler infers from the options alone, never from where the field stands.
type Is<R> = R extends true ? true : false;
type By<W> = W extends 'server' ? 'server' : 'form';

/** A value of the record, by its dotted path from the record's top. */
export interface Condition {
  path: string;
  is: string | number | boolean | null;
  /** Bears on callers of this path alone; absent: on all. */
  on?: Scope;
}

/** Which rows of its target a picker of a form offers. */
export interface Offer {
  /** One of the choices that the target names in `offered`; absent: its usual one. */
  rows?: string;
  /** Those whose filter of this name is the record's own value at this path. */
  same?: Readonly<Record<string, string>>;
}

/** lines: those that stay once they are written; they are corrected, never removed (core/kernel/indelible.ts). */
export interface Indelible {
  /** The member whose day makes a line stay, once it has come. */
  since: string;
  /** The member that, once the server gave it, makes it stay whatever the day. */
  number: string;
  /** In place of what would remove it. */
  told: string;
  refusal(line: Readonly<Record<string, unknown>>): string;
}

interface Common<R extends boolean, W extends Written> {
  /** Where the field stands in the form. */
  section?: string;
  required?: R;
  /** 'server': computed or set by the server; ignored on the way in. */
  written?: W;
  /** A column of the table, shown at first or offered in the column dialog. */
  column?: 'shown' | 'offered';
  filter?: boolean;
  /** No two rows of an agency have the same value, whatever the case of a text. A migration calls unique_in_agency(table, column). */
  unique?: boolean;
  /** Its words are found by the search. */
  search?: boolean;
  /** Only holders see it; others receive null. */
  right?: Right;
  /** Kept for the agency: agents and customers on their own paths do not write it; under 'reading' they receive null. */
  reserved?: 'writing' | 'reading';
  /** When the form and the sheet show it: all that bear on the caller's path must hold. Hidden, it keeps its value. */
  shownWhen?: Condition | readonly Condition[];
  /** Whoever lacks it sees the value and cannot change it. */
  writeRight?: Right;
  /** A sentence under the input. */
  help?: string;
  /** Name of the SQL column where it is not the field's own in snake case. */
  sql?: string;
  /** Half or full width in the form's grid. */
  width?: 'half' | 'full';
}

/** A field as every reader of declarations sees it. V is the value that comes out, I the value that goes in. */
export interface Field<
  K extends Kind = Kind,
  V = unknown,
  I = unknown,
  R extends boolean = boolean,
  W extends Written = Written,
> extends Common<R, W> {
  kind: K;
  label: string;
  required: R;
  written: W;
  default?: unknown;
  min?: number;
  max?: number;
  /** integer, decimal, money: only multiples of it. */
  multiple?: number;
  /** integer: minutes, shown and typed as « 1h05 ». */
  unit?: 'minutes';
  /** decimal, money: digits after the separator; absent on money: those of the agency's currency. */
  decimals?: number;
  /** refs, files, phones, lines: never empty (E-001). `required` only tells the types that such a list is always there. */
  filled?: boolean;
  /** refs, files, phones, lines: exactly so many (E-008). */
  count?: number;
  /** day, moment, time, expiry: how it stands to other dates. */
  dates?: DateRules;
  /** ref, refs: which rows a form offers. */
  offer?: Offer;
  format?: TextFormat;
  /** text: encrypted at rest, read as a mask, shown on demand to holders of its right (core/kernel/sealed.ts). */
  sealed?: boolean;
  multiline?: boolean;
  /** choice, choices, flags: code to label. */
  options?: Readonly<Record<string | number, string>>;
  machine?: Machine;
  /** ref, refs: the entity pointed at. */
  target?: string;
  /** file: an image, shown as such. */
  picture?: boolean;
  /** lines, group, found: the nested fields. */
  fields?: Fields;
  /** lines: name of the child table where it is not `<entity>_<field>`. */
  table?: string;
  /** lines: label of one line. */
  one?: string;
  /** lines: which ones are not removed. */
  indelible?: Indelible;
  readonly out?: V;
  readonly in?: I;
}

export type Fields = Readonly<Record<string, Field>>;

type Options<R extends boolean, W extends Written, More = object> = Common<R, W> & More;

const make = (kind: Kind, label: string, options: object): never =>
  ({ required: false, written: 'form', ...options, kind, label }) as never;

export const text = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<
    R,
    W,
    { default?: string; min?: number; max?: number; format?: TextFormat; sealed?: boolean; multiline?: boolean }
  > = {},
): Field<'text', string, string, Is<R>, By<W>> => make('text', label, options);

export const email = <R extends boolean = false>(
  label: string,
  options: Options<R, 'form'> = {},
): Field<'text', string, string, Is<R>, 'form'> => make('text', label, { ...options, format: 'email' });

export const html = <R extends boolean = false>(
  label: string,
  options: Options<R, 'form', { max?: number }> = {},
): Field<'html', string, string, Is<R>, 'form'> => make('html', label, options);

type NumberOptions = { default?: number; min?: number; max?: number; multiple?: number };
type DecimalOptions = NumberOptions & { decimals?: number };

export const integer = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, NumberOptions & { unit?: 'minutes' }> = {},
): Field<'integer', number, number, Is<R>, By<W>> => make('integer', label, options);

export const decimal = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, DecimalOptions> = {},
): Field<'decimal', number, number, Is<R>, By<W>> => make('decimal', label, options);

/** What a price is multiplied by. */
export const quantity = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, DecimalOptions> = {},
): Field<'decimal', number, number, Is<R>, By<W>> =>
  make('decimal', label, { decimals: quantityDecimals, min: 0, ...options });

/** A percentage: 20 is 20 %. */
export const rate = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, DecimalOptions> = {},
): Field<'decimal', number, number, Is<R>, By<W>> =>
  make('decimal', label, { decimals: quantityDecimals, min: 0, max: 100, ...options });

/** An amount, with the decimals of the agency's currency (decision 89, E-045). */
export const money = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, NumberOptions> = {},
): Field<'money', number, number, Is<R>, By<W>> => make('money', label, options);

/** What one hour, pass or piece costs: up to four decimals, whatever the currency (decision 89). */
export const unitPrice = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, NumberOptions> = {},
): Field<'money', number, number, Is<R>, By<W>> => make('money', label, { ...options, decimals: priceDecimals });

/** A flag is never null: absent means its default, or no. */
export const flag = <W extends Written = 'form'>(
  label: string,
  options: Options<false, W, { default?: boolean }> = {},
): Field<'flag', boolean, boolean, true, By<W>> => make('flag', label, { default: false, ...options, required: true });

/** A set of named flags: on the wire a map of key to boolean. */
export const flags = <const C extends Record<string, string>>(
  label: string,
  options: C,
  more: Options<false, 'form', { default?: readonly (keyof C & string)[] }> = {},
): Field<'flags', Record<keyof C & string, boolean>, Partial<Record<keyof C & string, boolean>>, true, 'form'> =>
  make('flags', label, { default: [], ...more, required: true, options });

type Dated = { dates?: DateRules };

export const day = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, Dated> = {},
): Field<'day', string, string, Is<R>, By<W>> => make('day', label, options);

export const moment = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, Dated & { default?: 'now' }> = {},
): Field<'moment', string, string, Is<R>, By<W>> => make('moment', label, options);

export const time = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, Dated & { default?: string }> = {},
): Field<'time', string, string, Is<R>, By<W>> => make('time', label, options);

/** The last day of a month: what stands on a card as MM/YYYY (decision 69). */
export const expiry = <R extends boolean = false>(
  label: string,
  options: Options<R, 'form', Dated> = {},
): Field<'expiry', string, string, Is<R>, 'form'> => make('expiry', label, options);

/** Changed by the machine's moves, never by the form. */
export const status = (
  label: string,
  machine: Machine,
  options: Options<false, 'server'> = {},
): Field<'status', number, number, true, 'server'> =>
  make('status', label, { default: machine.initial, ...options, required: true, written: 'server', machine });

export const choice = <
  const C extends Record<string | number, string>,
  R extends boolean = false,
  W extends Written = 'form',
>(
  label: string,
  options: C,
  more: Options<R, W, { default?: keyof C }> = {},
): Field<'choice', keyof C, keyof C, Is<R>, By<W>> => make('choice', label, { ...more, options });

/** Several of the options, in the order of their declaration; what the server finds wrong with a row, or days of a week. */
export const choices = <const C extends Record<string | number, string>, W extends Written = 'form'>(
  label: string,
  options: C,
  more: Options<boolean, W, { default?: readonly (keyof C)[]; count?: number }> = {},
): Field<'choices', (keyof C)[], (keyof C)[], true, By<W>> =>
  list('choices', label, { default: [], ...more, options } as object);

/** Hours of each day, by its date; shown as their sum. */
export const hours = <R extends boolean = false>(
  label: string,
  options: Options<R, 'server'> & { written: 'server' },
): Field<'hours', Record<string, number>, never, Is<R>, 'server'> => make('hours', label, options);

/** Two entities may point at each other, so the target is named, not imported; a test proves that every name exists. */
export const ref = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  target: string,
  options: Options<R, W, { offer?: Offer }> = {},
): Field<'ref', Reference, { id: string }, Is<R>, By<W>> => make('ref', label, { ...options, target });

/** A list is never null, so always 'required' to the types; a required one is never empty either. */
const list = (kind: Kind, label: string, options: { required?: boolean }): never =>
  make(kind, label, { ...options, filled: options.required ?? false, required: true });

export const refs = (
  label: string,
  target: string,
  options: Options<boolean, 'form', { table?: string; count?: number; offer?: Offer }> = {},
): Field<'refs', Reference[], { id: string }[], true, 'form'> => list('refs', label, { ...options, target } as object);

export const address = <R extends boolean = false>(
  label: string,
  options: Options<R, 'form'> = {},
): Field<'address', Address, Partial<Address>, true, 'form'> => make('address', label, { ...options, required: true });

export const phones = (
  label: string,
  options: Options<boolean, 'form', { count?: number }> = {},
): Field<'phones', string[], string[], true, 'form'> => list('phones', label, { default: [], ...options } as object);

export const file = <R extends boolean = false>(
  label: string,
  options: Options<R, 'form', { picture?: boolean }> = {},
): Field<'file', StoredFile, { id: string }, Is<R>, 'form'> => make('file', label, options);

/** In the order they are given. */
export const files = (
  label: string,
  options: Options<boolean, 'form', { table?: string; max?: number; count?: number }> = {},
): Field<'files', StoredFile[], { id: string }[], true, 'form'> => list('files', label, options);

export const lines = <const F extends Fields, W extends Written = 'form'>(
  label: string,
  fields: F,
  options: Options<
    boolean,
    W,
    { one?: string; table?: string; max?: number; count?: number; indelible?: Indelible }
  > = {},
): Field<'lines', (Values<F> & { id: string })[], (Inputs<F> & { id?: string })[], true, By<W>> & { fields: F } =>
  list('lines', label, { ...options, fields } as object);

export const group = <const F extends Fields>(
  label: string,
  fields: F,
  options: Options<false, 'form'> = {},
): Field<'group', Values<F>, Inputs<F>, true, 'form'> & { fields: F } =>
  make('group', label, { ...options, required: true, fields });

/** What the server finds for the record in another table: one value with members, or nothing. */
export const found = <const F extends Fields>(
  label: string,
  fields: F,
  options: Options<false, 'server'> = {},
): Field<'found', Values<F>, never, false, 'server'> & { fields: F } =>
  make('found', label, { ...options, written: 'server', fields });

type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** What comes out of a list of fields. */
export type Values<F extends Fields> = Simplify<{
  -readonly [N in keyof F]: F[N] extends Field<Kind, infer V, infer _I, infer R, infer _W>
    ? R extends true
      ? V
      : V | null
    : never;
}>;

/** What a form may send: an absent key is unchanged, null clears. */
export type Inputs<F extends Fields> = Simplify<{
  -readonly [N in keyof F as F[N] extends Field<Kind, infer _V, infer _I, boolean, 'form'>
    ? N
    : never]?: F[N] extends Field<Kind, infer _V, infer I, infer _R, infer _W> ? I | null : never;
}>;
