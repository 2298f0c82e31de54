// How each kind of field is shown. Inputs (kinds/inputs.tsx) and filters (kinds/filters.tsx) are loaded when first
// needed.
import type { ReactNode } from 'react';
import { inDays, inHours, inUnit, totalHours } from '#core/kernel/duration.ts';
import type { Address, Field, Fields, Kind, Reference, StoredFile } from '#core/kernel/field.ts';
import { formatFor } from '#core/kernel/formats.ts';
import { textOfHtml } from '#core/kernel/html.ts';
import { type Machine, stateOf } from '#core/kernel/machine.ts';
import { isMasked } from '#core/kernel/sealed.ts';
import { isFrench } from '#core/kernel/validators.ts';
import { FileLink } from './files/FileLink.tsx';
import { dash, formatDay, formatMoment, formatMoney, formatNumber, formatRelative, truncate } from './format.ts';
import { type Locale, useLocale } from './kinds/locale.ts';
import classes from './kinds.module.css';
import { telOf } from './tel.ts';

type Line = Record<string, unknown>;

interface KindValue {
  text: string;
  html: string;
  integer: number;
  decimal: number;
  money: number;
  flag: boolean;
  flags: Record<string, boolean>;
  day: string;
  moment: string;
  time: string;
  status: number;
  choice: string | number;
  choices: (string | number)[];
  hours: Record<string, number>;
  ref: Reference;
  refs: Reference[];
  address: Address;
  phones: string[];
  file: StoredFile;
  files: StoredFile[];
  lines: Line[];
  group: Line;
  found: Line;
}

interface Shown<V> {
  field: Field;
  value: V;
  locale: Locale;
}

interface KindView<V> {
  /** Width of the column until the user resizes it. */
  width: number;
  align?: 'end';
  /** False if sorting makes no sense. */
  sortable?: false;
  /** As text; empty: nothing to show. */
  text(shown: Shown<V>): string;
  /** Elements, if text is not enough. Not a component: a table has thousands of cells. */
  cell?(shown: Shown<V>): ReactNode;
}

export function StatusBadge({ machine, code }: { machine: Machine; code: number }): ReactNode {
  const { label, tone } = stateOf(machine, code);
  return (
    <span className={classes.status} data-tone={tone}>
      {label}
    </span>
  );
}

const chipLimit = 3;

function chips(names: readonly string[]): ReactNode {
  const hidden = names.length - chipLimit;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, hidden === 1 ? names.length : chipLimit).map((name, position) => (
        // Two references may have the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: names are shown in order and have no identity
        <span key={position} className={classes.chip}>
          {name}
        </span>
      ))}
      {hidden > 1 && <span className={classes.chip}>+{hidden}</span>}
    </span>
  );
}

const lineText = (fields: Fields, line: Line, locale: Locale): string =>
  Object.entries(fields)
    .map(([name, field]) => textOf(field, line[name], locale))
    .filter((text) => text !== '')
    .join(' · ');

const membersView: KindView<Line> = {
  width: 240,
  text: ({ field, value, locale }) =>
    Object.entries(field.fields as Fields)
      .flatMap(([name, member]) => {
        const text = textOf(member, value[name], locale);
        return text === '' ? [] : [`${member.label} : ${text}`];
      })
      .join(' · '),
};

/** For a longer absence the list of days is useless. U-003: the sum in hours. */
const mostDays = 7;
const hoursInWords = (hours: Readonly<Record<string, number>>): string => {
  const days = Object.entries(hours);
  return days.length > mostDays
    ? inHours(totalHours(hours) * 60)
    : days.map(([day, count]) => `${formatDay(day)} : ${inHours(count * 60)}`).join('\n');
};

export const kinds: { readonly [K in Kind]: KindView<KindValue[K]> } = {
  text: {
    width: 210,
    text: ({ field, value, locale }) =>
      (isMasked(value) ? null : formatFor(field.format, isFrench(locale.holidayLocale))?.shown?.(value)) ?? value,
    cell: ({ field, value, locale }) => {
      const whole = textOf(field, value, locale);
      return <span title={whole}>{truncate(whole)}</span>;
    },
  },
  html: { width: 260, sortable: false, text: ({ value }) => truncate(textOfHtml(value).replaceAll('\n', ' ')) },
  integer: {
    width: 110,
    align: 'end',
    text: ({ field, value }) => (field.unit ? inUnit(value, field.unit) : formatNumber(value)),
  },
  decimal: { width: 120, align: 'end', text: ({ value }) => formatNumber(value) },
  money: {
    width: 130,
    align: 'end',
    text: ({ field, value, locale }) => formatMoney(value, locale.currency, field.decimals),
  },
  flag: { width: 110, text: ({ value }) => (value ? 'Oui' : 'Non') },
  flags: {
    width: 240,
    sortable: false,
    text: ({ field, value }) =>
      Object.entries(field.options ?? {})
        .filter(([key]) => value[key])
        .map(([, label]) => label)
        .join(', '),
  },
  day: { width: 120, text: ({ value }) => formatDay(value) },
  moment: {
    width: 160,
    text: ({ value, locale }) => formatMoment(value, locale.zone),
    cell: ({ value, locale }) => (
      <time dateTime={value} title={formatRelative(value)}>
        {formatMoment(value, locale.zone)}
      </time>
    ),
  },
  time: { width: 90, text: ({ value }) => value },
  status: {
    width: 120,
    text: ({ field, value }) => stateOf(field.machine as Machine, value).label,
    cell: ({ field, value }) => <StatusBadge machine={field.machine as Machine} code={value} />,
  },
  choice: { width: 140, text: ({ field, value }) => field.options?.[value] ?? '???' },
  choices: {
    width: 280,
    text: ({ field, value }) => value.map((code) => field.options?.[code] ?? '???').join(', '),
    cell: ({ field, value }) => chips(value.map((code) => field.options?.[code] ?? '???')),
  },
  hours: {
    width: 110,
    align: 'end',
    text: ({ value }) => inDays(value),
    cell: ({ value }) => <span title={hoursInWords(value)}>{inDays(value)}</span>,
  },
  ref: { width: 200, text: ({ value }) => value.name, cell: ({ value }) => chips([value.name]) },
  refs: {
    width: 220,
    sortable: false,
    text: ({ value }) => value.map(({ name }) => name).join(', '),
    cell: ({ value }) => chips(value.map(({ name }) => name)),
  },
  address: {
    width: 280,
    text: ({ value }) =>
      [value.street, [value.zipcode, value.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  },
  phones: {
    width: 150,
    sortable: false,
    text: ({ value }) => value.join(', '),
    cell: ({ value }) => (
      <span className={classes.phones}>
        {value.map((phone) => (
          <a key={phone} href={telOf(phone)}>
            {phone}
          </a>
        ))}
      </span>
    ),
  },
  file: {
    width: 200,
    sortable: false,
    text: ({ value }) => value.name,
    cell: ({ value }) => <FileLink file={value} />,
  },
  files: {
    width: 220,
    sortable: false,
    text: ({ value }) => value.map(({ name }) => name).join(', '),
    cell: ({ value }) => (
      <span className={classes.files}>
        {value.map((file) => (
          <FileLink key={file.id} file={file} among={value} />
        ))}
      </span>
    ),
  },
  lines: {
    width: 240,
    sortable: false,
    text: ({ field, value, locale }) => value.map((line) => lineText(field.fields as Fields, line, locale)).join(' ; '),
  },
  group: membersView,
  found: membersView,
};

/** The only place that relates a kind to the type of its value. */
const viewOf = (field: Field): KindView<unknown> => kinds[field.kind] as unknown as KindView<unknown>;

export const isSortable = (field: Field): boolean => kinds[field.kind].sortable !== false;

/** A value of any kind as text; empty if there is none. */
export const textOf = (field: Field, value: unknown, locale: Locale): string =>
  value === null || value === undefined ? '' : viewOf(field).text({ field, value, locale });

/** The elements of a value in a table or a read-only sheet. */
export function shownIn(field: Field, value: unknown, locale: Locale): ReactNode {
  const text = textOf(field, value, locale);
  if (text === '') return <span className={classes.nothing}>{dash}</span>;
  const { cell } = viewOf(field);
  return cell ? cell({ field, value, locale }) : <span title={text}>{text}</span>;
}

export const Shown = ({ field, value }: { field: Field; value: unknown }): ReactNode =>
  shownIn(field, value, useLocale());
