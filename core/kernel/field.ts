// The kinds of fields. Only server/kernel/kinds.ts maps a kind to SQL, and only ui/kinds.tsx maps it to React.
import type { Right } from '../rights.ts';
import type { Unit } from './duration.ts';
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

// These make the compiler infer from the options alone, never from the context of the field.
type Is<R> = R extends true ? true : false;
type By<W> = W extends 'server' ? 'server' : 'form';

/** Holds when the record has this value at this dotted path. */
export interface Condition {
  path: string;
  is: string | number | boolean | null;
  /** Applies only to callers of this scope; absent: to all. */
  on?: Scope;
}

/** Which rows of the target a picker offers. */
export interface Offer {
  /** A name in the target's `offered`; absent: `usual`. */
  rows?: string;
  /** Filter of the target → path in this record whose value it must have. */
  same?: Readonly<Record<string, string>>;
}

/** lines: those that cannot be removed once written, only corrected (core/kernel/indelible.ts). */
export interface Indelible {
  /** The member with the day from which the line can no longer be removed. */
  since: string;
  /** The member that the server numbers: a numbered line can no longer be removed, whatever the day. */
  number: string;
  /** Shown in place of the remove button. */
  notice: string;
  refusal(line: Readonly<Record<string, unknown>>): string;
}

interface Common<R extends boolean, W extends Written> {
  /** The form's section. */
  section?: string;
  required?: R;
  /** 'server': computed or set by the server; ignored in the input. */
  written?: W;
  /** A column of the table: shown by default, or only offered in the column dialog. */
  column?: 'shown' | 'offered';
  /** The usual length of what the column shows, in characters; default: by its kind. */
  chars?: number;
  filter?: boolean;
  /** Unique in the agency, whatever the case of a text. A migration calls unique_in_agency(table, column). */
  unique?: boolean;
  /** Of one record alone, although two may happen to have the same: a name, a number. Never given to several at once. */
  alone?: boolean;
  /**
   * The search finds its words; of lines, those of the members that are searched too. With `right`: for holders only.
   * 'target' (ref, refs): looked up in the target at each search, in what a picker shows of it: for many rows that refer to few.
   */
  search?: boolean | 'target';
  /** Only holders see it; other callers receive null. */
  right?: Right;
  /** The scopes in which `right` is asked for; absent: all. */
  rightIn?: readonly Scope[];
  /**
   * Reserved for the agency: agents and customers on their own paths cannot write it; 'reading': they receive null;
   * 'customers': customers receive null.
   */
  reserved?: 'writing' | 'reading' | 'customers';
  /** The form and the sheet show it when all conditions for the caller's scope hold. While hidden, it keeps its value. */
  shownWhen?: Condition | readonly Condition[];
  /** 'owner': only the account of the record's column `owner_id` receives it, and opens its file. */
  seenBy?: 'owner';
  /** A caller without this right sees the value and cannot change it. */
  writeRight?: Right;
  /** For callers of the API: no sheet shows it. */
  offScreen?: boolean;
  /** A sentence under the input. */
  help?: string;
  /** Name of the SQL column, if it is not the field's name in snake case. */
  sql?: string;
  /** Half or full width in the form's grid. */
  width?: 'half' | 'full';
}

/** A field of any kind. V is the output value, I the input value. */
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
  /** The message below `min`; absent: the usual one. */
  tooLow?: string;
  max?: number;
  /** integer, decimal, money: only multiples of this number. */
  multiple?: number;
  /** integer: minutes, shown and typed as « 1h05 ». */
  unit?: Unit;
  /** decimal, money: digits after the separator; absent on money: the decimals of the agency's currency. */
  decimals?: number;
  /** integer, decimal, money: lists, sheets and exports show its opposite while this holds. */
  negativeWhen?: Condition;
  /** refs, files, phones, lines: never empty (E-001). `required` only means, for the types, that the list is never null. */
  filled?: boolean;
  /** refs, files, phones, lines: exactly this many items (E-008). */
  count?: number;
  /** day, moment, time: rules against other dates. */
  dates?: DateRules;
  /** ref, refs: which rows a form offers. */
  offer?: Offer;
  format?: TextFormat;
  /** text: encrypted at rest, read as a mask, shown on demand to holders of its right (core/kernel/sealed.ts). */
  sealed?: boolean;
  multiline?: boolean;
  /** choice, choices, flags: code to label. */
  options?: Readonly<Record<string | number, string>>;
  /** choices: only holders of the right receive the option. */
  optionRights?: Readonly<Record<string, Right>>;
  machine?: Machine;
  /** refs: a text of each target that is read beside its name, such as its description. */
  beside?: string;
  /** ref, refs: the entity pointed at. */
  target?: string;
  /** file: an image, shown as one. */
  picture?: boolean;
  /** file: computed. Another table holds it and says who opens it (server/files/holders.ts). */
  elsewhere?: boolean;
  /** lines, group, found: the nested fields. */
  fields?: Fields;
  /** lines: name of the child table, if it is not `<entity>_<field>`. */
  table?: string;
  /** lines: label of one line. */
  one?: string;
  /** lines: which lines cannot be removed. */
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

type NumberOptions = {
  default?: number;
  min?: number;
  tooLow?: string;
  max?: number;
  multiple?: number;
  negativeWhen?: Condition;
};
type DecimalOptions = NumberOptions & { decimals?: number };

export const integer = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, NumberOptions & { unit?: Unit }> = {},
): Field<'integer', number, number, Is<R>, By<W>> => make('integer', label, options);

export const decimal = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, DecimalOptions> = {},
): Field<'decimal', number, number, Is<R>, By<W>> => make('decimal', label, options);

/** The factor that multiplies a price. */
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

/** The price of one hour, pass or piece: up to four decimals, whatever the currency (decision 89). */
export const unitPrice = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, NumberOptions> = {},
): Field<'money', number, number, Is<R>, By<W>> => make('money', label, { ...options, decimals: priceDecimals });

/** A flag is never null: an absent value means its default, or false. */
export const flag = <W extends Written = 'form'>(
  label: string,
  options: Options<false, W, { default?: boolean }> = {},
): Field<'flag', boolean, boolean, true, By<W>> => make('flag', label, { default: false, ...options, required: true });

/** A set of named flags: in JSON a map of key to boolean. */
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

/** Several of the options, in the order of their declaration: faults that the server finds in a row, or days of a week. */
export const choices = <const C extends Record<string | number, string>, W extends Written = 'form'>(
  label: string,
  options: C,
  more: Options<
    boolean,
    W,
    { default?: readonly (keyof C)[]; count?: number; optionRights?: Partial<Record<keyof C, Right>> }
  > = {},
): Field<'choices', (keyof C)[], (keyof C)[], true, By<W>> =>
  list('choices', label, { default: [], ...more, options } as object);

/** Hours per day, by date; shown as their sum. */
export const hours = <R extends boolean = false>(
  label: string,
  options: Options<R, 'server'> & { written: 'server' },
): Field<'hours', Record<string, number>, never, Is<R>, 'server'> => make('hours', label, options);

/** Two entities may refer to each other, so the target is a name, not an import; a test checks that every name exists. */
export const ref = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  target: string,
  options: Options<R, W, { offer?: Offer }> = {},
): Field<'ref', Reference, { id: string }, Is<R>, By<W>> => make('ref', label, { ...options, target });

/** A list is never null, so it is always 'required' for the types; `filled` makes it never empty. */
const list = (kind: Kind, label: string, options: { required?: boolean }): never =>
  make(kind, label, { ...options, filled: options.required ?? false, required: true });

export const refs = (
  label: string,
  target: string,
  options: Options<boolean, 'form', { table?: string; count?: number; offer?: Offer; beside?: string }> = {},
): Field<'refs', Reference[], { id: string }[], true, 'form'> => list('refs', label, { ...options, target } as object);

export const address = <R extends boolean = false>(
  label: string,
  options: Options<R, 'form'> = {},
): Field<'address', Address, Partial<Address>, true, 'form'> => make('address', label, { ...options, required: true });

export const phones = (
  label: string,
  options: Options<boolean, 'form', { count?: number }> = {},
): Field<'phones', string[], string[], true, 'form'> => list('phones', label, { default: [], ...options } as object);

export const file = <R extends boolean = false, W extends Written = 'form'>(
  label: string,
  options: Options<R, W, { picture?: boolean; elsewhere?: boolean }> = {},
): Field<'file', StoredFile, { id: string }, Is<R>, By<W>> => make('file', label, options);

/** Kept in the order of the input. */
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

/** One object that the server reads from another table for this record, or null. */
export const found = <const F extends Fields>(
  label: string,
  fields: F,
  options: Options<false, 'server'> = {},
): Field<'found', Values<F>, never, false, 'server'> & { fields: F } =>
  make('found', label, { ...options, written: 'server', fields });

type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** The output of a set of fields. */
export type Values<F extends Fields> = Simplify<{
  -readonly [N in keyof F]: F[N] extends Field<Kind, infer V, infer _I, infer R, infer _W>
    ? R extends true
      ? V
      : V | null
    : never;
}>;

/** The input of a form: an absent key stays unchanged, null clears. */
export type Inputs<F extends Fields> = Simplify<{
  -readonly [N in keyof F as F[N] extends Field<Kind, infer _V, infer _I, boolean, 'form'>
    ? N
    : never]?: F[N] extends Field<Kind, infer _V, infer I, infer _R, infer _W> ? I | null : never;
}>;
