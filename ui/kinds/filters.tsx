// Filter of each kind of field, loaded with the filter drawer. Null: the kind has no filter.
import { Checkbox, Group, Input, MultiSelect, SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type ComponentType, type ReactNode, useId } from 'react';
import type { Field, Kind } from '#core/kernel/field.ts';
import { today } from '../clock.ts';
import { type DateFilter, type Range, withoutValue } from '../Filters/normalise.ts';
import { customPeriod, isPeriod, periods } from '../Filters/periods.ts';
import { ReferencesSelect } from '../fields/ReferenceSelect.tsx';
import { useNames } from '../fields/references.ts';
import { TypedInput } from '../fields/TypedInput.tsx';
import { codesOf, searchableFrom } from './codes.ts';
import { useLocale } from './locale.ts';
import { boundFault, type TypedKind, typedWay } from './typed.ts';

interface FilterProps {
  field: Field;
  value: unknown;
  /** What an unset filter finds, if not everything. */
  unset?: string | undefined;
  onChange(value: unknown): void;
}

type Filter = ComponentType<FilterProps>;

/** Neuter: the label of a field may be masculine or feminine. */
const everything = 'Tout';

function CodesFilter({ field, value, unset = everything, onChange }: FilterProps): ReactNode {
  const chosen = Array.isArray(value) ? (value as (string | number)[]) : [];
  // A link may have chosen a state that is not offered.
  const offered = codesOf(field).filter(
    ({ value: code }) => field.machine?.states[code as number]?.selectable !== false || chosen.includes(code),
  );
  return (
    <MultiSelect<string | number>
      label={field.label}
      data={offered}
      searchable={offered.length >= searchableFrom}
      nothingFoundMessage="Aucun résultat"
      value={chosen}
      onChange={onChange}
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer' }}
      placeholder={chosen.length > 0 ? undefined : unset}
    />
  );
}

function FlagFilter({ field, value, onChange }: FilterProps): ReactNode {
  const labelId = useId();
  return (
    <Input.Wrapper label={field.label} labelElement="div" labelProps={{ id: labelId }}>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        value={value === true ? 'yes' : value === false ? 'no' : 'all'}
        onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen === 'yes')}
        data={[
          { value: 'all', label: everything },
          { value: 'yes', label: 'Oui' },
          { value: 'no', label: 'Non' },
        ]}
      />
    </Input.Wrapper>
  );
}

function ReferencesFilter({ field, value, onChange }: FilterProps): ReactNode {
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const chosen = useNames(field.target ?? '', ids);
  const none = value === withoutValue;
  return (
    <div>
      <ReferencesSelect
        target={field.target ?? ''}
        label={field.label}
        placeholder={everything}
        value={chosen}
        onChange={(picked) => onChange(picked.map(({ id }) => id))}
      />
      {!(field.kind === 'ref' && field.required) && (
        <Checkbox
          mt={6}
          size="xs"
          label={`Sans ${field.label.toLowerCase()}`}
          checked={none}
          onChange={() => onChange(none ? [] : withoutValue)}
        />
      )}
    </div>
  );
}

const custom = 'custom';

function DateFilterInput({ field, value, onChange }: FilterProps): ReactNode {
  const locale = useLocale();
  const range = (value ?? {}) as DateFilter;
  const shown = isPeriod(range.period) ? periods[range.period].range(today(locale.zone)) : range;
  const bound = (name: 'from' | 'to', label: string): ReactNode => (
    <TypedInput
      {...typedWay('day', locale)}
      label={label}
      value={shown[name] ?? null}
      error={boundFault(field, shown[name], locale) ?? undefined}
      onChange={(day) => onChange({ from: shown.from ?? null, to: shown.to ?? null, [name]: day })}
    />
  );
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Select
        label={field.label}
        clearable
        openOnFocus={false}
        clearButtonProps={{ 'aria-label': 'Effacer' }}
        placeholder="Toutes les dates"
        data={[
          ...Object.entries(periods).map(([key, { label }]) => ({ value: key, label })),
          { value: custom, label: customPeriod },
        ]}
        value={isPeriod(range.period) ? range.period : value ? custom : null}
        onChange={(period) =>
          onChange(
            period === null
              ? undefined
              : period === custom
                ? { from: shown.from ?? null, to: shown.to ?? null }
                : { period },
          )
        }
      />
      {value !== undefined && value !== null && (
        <SimpleGrid cols={2} spacing="xs" mt={6}>
          {bound('from', 'Du')}
          {bound('to', 'Au')}
        </SimpleGrid>
      )}
    </fieldset>
  );
}

function RangeFilter({ field, value, onChange }: FilterProps): ReactNode {
  const locale = useLocale();
  const range = (value ?? {}) as Range<unknown>;
  const way = typedWay(field.kind as TypedKind, locale);
  const bound = (name: 'from' | 'to', label: string): ReactNode => (
    <TypedInput
      {...way}
      label={label}
      value={range[name] ?? null}
      error={boundFault(field, range[name], locale) ?? undefined}
      onChange={(next) => onChange({ ...range, [name]: next })}
    />
  );
  return (
    <Input.Wrapper label={field.label} labelElement="div">
      <Group grow gap="xs" align="flex-start">
        {bound('from', 'De')}
        {bound('to', 'À')}
      </Group>
    </Input.Wrapper>
  );
}

function TextFilter({ field, value, onChange }: FilterProps): ReactNode {
  return (
    <TextInput
      label={field.label}
      placeholder="Contient"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const filters: Readonly<Record<Kind, Filter | null>> = {
  text: TextFilter,
  html: TextFilter,
  integer: RangeFilter,
  decimal: RangeFilter,
  money: RangeFilter,
  flag: FlagFilter,
  flags: null,
  day: DateFilterInput,
  moment: DateFilterInput,
  time: RangeFilter,
  status: CodesFilter,
  choice: CodesFilter,
  choices: CodesFilter,
  hours: null,
  ref: ReferencesFilter,
  refs: ReferencesFilter,
  address: TextFilter,
  phones: null,
  file: null,
  files: null,
  lines: null,
  group: null,
  found: null,
};
