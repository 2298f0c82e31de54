// Drafts derived from declarations, so that new entities are tested automatically.
import type { Entity } from '#core/kernel/entity.ts';
import type { Field, Fields, Kind } from '#core/kernel/field.ts';
import type { TextFormat } from '#core/kernel/formats.ts';
import { codes } from '#core/kernel/input.ts';
import { amountDecimals, quantityDecimals } from '#core/kernel/money.ts';
import { hintOf, maskOf } from '#core/kernel/sealed.ts';
import * as validators from '#core/kernel/validators.ts';

type Values = Record<string, unknown>;

/** The id of a row of that entity, or of a file, for references. */
export type Refer = (target: string) => string;

interface Sample {
  /** Makes unique values different. */
  serial: number;
  refer: Refer;
}

const formats: Record<TextFormat, (serial: number) => string> = {
  email: (serial) => `adresse.${serial}@vigie.example`,
  emails: (serial) => `adresse.${serial}@vigie.example, autre.${serial}@vigie.example`,
  phone: (serial) => `+33 4 65 71 ${String(serial % 10_000).padStart(4, '0')}`,
  slug: (serial) => `identifiant-${serial}`,
  siret: (serial) => {
    // Of the company of the tests' agency, which does not change (decision 113).
    const digits = `999060015${String(serial % 10_000).padStart(4, '0')}`;
    return digits + '0123456789'.split('').find((key) => validators.siret(digits + key) === null);
  },
  country: () => 'BE',
  colour: () => '#1C5F9E',
  professionalCard: (serial) => `CAR-006-2029-05-12-${String(serial).padStart(11, '0')}`,
  socialSecurityNumber: () => '185057800608491',
  bankDetails: () => 'FR7630006000011234567890189',
  paymentCardNumber: () => '4242424242424242',
  paymentCardExpiry: () => '12/28',
  paymentCardCode: (serial) => String(serial % 1_000).padStart(3, '0'),
};

/** A whole number other than the default, so that a lost value is noticed. */
const whole = ({ min = 0, max = 1_000, default: usual }: Field): number =>
  min === usual ? Math.min(min + 1, max) : min;

const fraction = (field: Field): number => {
  const { kind, decimals = kind === 'money' ? amountDecimals : quantityDecimals } = field;
  return whole(field) + (decimals === 2 ? 0.25 : 0.125);
};

const values: Record<Kind, (field: Field, sample: Sample) => unknown> = {
  text: ({ format, max }, { serial }) => (format ? formats[format](serial) : `Été œ 😀 ${serial}`.slice(0, max)),
  html: (_, { serial }) => `<p>Été ${serial}</p>`,
  integer: whole,
  decimal: fraction,
  money: fraction,
  flag: (field) => !field.default,
  flags: (field) => Object.fromEntries(Object.keys(field.options ?? {}).map((key, index) => [key, index % 2 === 0])),
  day: ({ dates }) => (dates?.before === 'today' ? '1988-02-29' : '2028-02-29'),
  // An end is after its start, in the night that is an hour longer. Two drafts of one world do not have the same time:
  // overlaps may be refused. But files share the serial, and a break is inside its service (rows.ts): begin again in time.
  moment: ({ dates }, { serial }) =>
    new Date(
      Date.UTC(2026, 9, 25, dates?.after ? 7 : 1, 30) + (Math.floor(serial / 10) % (64 * 60)) * 60_000,
    ).toISOString(),
  // Two times of one line are different.
  time: ({ label }) => `${String((label.codePointAt(0) ?? 0) % 24).padStart(2, '0')}:59`,
  status: (field) => field.machine?.initial,
  choice: (field) => codes(field).at(-1),
  choices: (field) => codes(field).slice(0, 2),
  ref: (field, { refer }) => ({ id: refer(field.target ?? '') }),
  refs: (field, { refer }) => [{ id: refer(field.target ?? '') }],
  file: (_, { refer }) => ({ id: refer('file') }),
  files: (_, { refer }) => [{ id: refer('file') }],
  address: (_, { serial }) => ({
    street: `${serial} rue de l’Œuvre`,
    zipcode: '1000',
    city: 'Nice',
    country: 'BE',
    location: { latitude: 43.7, longitude: 7.25 },
  }),
  phones: (_, { serial }) => [formats.phone(serial), formats.phone(serial + 1)],
  lines: (field, sample) => {
    const fields = field.fields as Fields;
    // The same reference twice in one list may be refused.
    const count = Object.values(fields).some(({ kind }) => kind === 'ref' || kind === 'file') ? 1 : 2;
    return Array.from({ length: count }, (_, index) => written(fields, { ...sample, serial: sample.serial + index }));
  },
  group: (field, sample) => written(field.fields as Fields, sample),
  hours: () => null,
  found: () => null,
};

const formFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.written === 'form');

const written = (fields: Fields, sample: Sample): Values =>
  Object.fromEntries(formFields(fields).map(([name, field]) => [name, values[field.kind](field, sample)]));

let last = 0;
function nextSerial(): number {
  // Lines use the next numbers after their row.
  last += 10;
  return last;
}

/** Another day for each draft, long before the usual ones. */
const ownDay = (): string =>
  new Date(Date.UTC(1950, 0, 1) + (Math.floor(last / 10) % 28_000) * 86_400_000).toISOString().slice(0, 10);

/** Values that rules across fields demand of a full draft, by entity. */
const fitting: Record<string, (draft: Values) => Values> = {
  // One owner.
  document: () => ({ target: 'AGENT', customer: null, shared: true }),
  // One value of a kind from a day.
  payRate: () => ({ validFrom: ownDay() }),
  staffTransfer: () => ({ direction: 'IN' }),
  // A mission that is not over, justified in the past.
  offer: () => ({ startsOn: '2090-01-02', endsOn: '2090-01-09', justifiedOn: '2026-01-05' }),
  // The two shares of the formula make a whole.
  commercialContract: ({ indexation }) => ({ indexation: { ...(indexation as Values), indexShare: 0.875 } }),
};

/** Every field of the form. */
export function fullDraft(of: Entity, refer: Refer): Values {
  const draft = written(of.fields, { serial: nextSerial(), refer });
  return { ...draft, ...fitting[of.name]?.(draft) };
}

const mayBeAbsent = (field: Field): boolean =>
  !field.required ||
  field.default !== undefined ||
  (!field.filled && field.count === undefined && listed.includes(field.kind));

const listed: readonly Kind[] = ['choices', 'refs', 'files', 'address', 'phones', 'lines', 'group'];

/** What rules across fields or the database demand besides, by entity. */
const demanded: Record<string, (refer: Refer) => Values> = {
  offer: () => ({ departments: ['06'] }),
  providerOffer: () => ({ departments: ['06'] }),
  payRate: () => ({ validFrom: ownDay() }),
  // Only a won site has a list of people.
  staffTransfer: () => ({ direction: 'IN' }),
  stockReference: () => ({ quantity: 1_000 }),
  stockReferenceAssignment: (refer) => ({ site: { id: refer('site') } }),
  // Its site shows it to the customer.
  stockReferenceAction: (refer) => ({ site: { id: refer('site') } }),
};

/** Only the required fields. */
export function minimalDraft(of: Entity, refer: Refer): Values {
  const sample = { serial: nextSerial(), refer };
  return {
    ...Object.fromEntries(
      formFields(of.fields).flatMap(([name, field]) =>
        mayBeAbsent(field) ? [] : [[name, values[field.kind](field, sample)]],
      ),
    ),
    ...demanded[of.name]?.(refer),
  };
}

const shapes: Partial<Record<Kind, (field: Field, value: unknown) => unknown>> = {
  ref: (_, value) => ({ id: (value as { id: string }).id }),
  refs: (_, value) => (value as { id: string }[]).map(({ id }) => ({ id })),
  file: (_, value) => ({ id: (value as { id: string }).id }),
  files: (_, value) => (value as { id: string }[]).map(({ id }) => ({ id })),
  lines: (field, value) => (value as Values[]).map((line) => asDraft(field.fields as Fields, line)),
  group: (field, value) => asDraft(field.fields as Fields, value as Values),
};

/** A draft as a read returns it: sealed values are masked. */
export const masked = (fields: Fields, draft: Values): Values =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => {
      const field = fields[name];
      if (field?.kind === 'group') return [name, masked(field.fields as Fields, value as Values)];
      return [name, field?.sealed && typeof value === 'string' ? maskOf(hintOf(value)) : value];
    }),
  );

/** A row from a read, in the shape of a draft. */
export const asDraft = (fields: Fields, row: Values): Values =>
  Object.fromEntries(
    formFields(fields).map(([name, field]) => [
      name,
      row[name] === null ? null : (shapes[field.kind]?.(field, row[name]) ?? row[name]),
    ]),
  );
