// Input of each kind of field, loaded with the dialog.
import { Checkbox, MultiSelect, Select, Switch } from '@mantine/core';
import { type ComponentType, memo, type ReactNode } from 'react';
import type { Address, Field, Fields, Kind, Reference } from '#core/kernel/field.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { missingRight } from '#core/rights.ts';
import { useSession } from '../client/session.ts';
import { AddressInput } from '../fields/AddressInput.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import fieldClasses from '../fields/fields.module.css';
import { LinesInput } from '../fields/LinesInput.tsx';
import { PhonesInput } from '../fields/PhonesInput.tsx';
import { ReferenceSelect, ReferencesSelect } from '../fields/ReferenceSelect.tsx';
import { SealedField } from '../fields/Sealed.tsx';
import { FileField } from '../files/FileField.tsx';
import { FilesField } from '../files/FilesField.tsx';
import { StatusBadge } from '../kinds.tsx';
import { codesOf, searchableFrom } from './codes.ts';
import { common, HtmlField, TextField, TypedField } from './textInputs.tsx';

/** Faults by dotted path. */
export type Faults = Readonly<Record<string, string>>;

export interface InputProps {
  field: Field;
  path: string;
  value: unknown;
  faults: Faults;
  change(path: string, value: unknown): void;
  /** The user left the field: check it. */
  leave(path: string): void;
}

type Input = ComponentType<InputProps>;

/** The fault of a list with one input: its own, or the first of its items. */
const faultUnder = (faults: Faults, path: string): string | undefined =>
  faults[path] ?? Object.entries(faults).find(([at]) => at.startsWith(`${path}.`))?.[1];

function FlagField(props: InputProps): ReactNode {
  const { field, path, value, faults, change, leave } = props;
  return (
    <Switch
      label={field.label}
      description={field.help}
      error={faults[path]}
      data-path={path}
      checked={value === true}
      onChange={(event) => change(path, event.currentTarget.checked)}
      onBlur={() => leave(path)}
    />
  );
}

function FlagsField({ field, path, value, faults, change, leave }: InputProps): ReactNode {
  const held = (value ?? {}) as Record<string, boolean>;
  const keys = Object.keys(field.options ?? {});
  return (
    <FieldGroup field={field} error={faults[path]}>
      {keys.map((key) => (
        <Checkbox
          key={key}
          mt={6}
          label={field.options?.[key]}
          data-path={`${path}.${key}`}
          checked={held[key] === true}
          onChange={(event) =>
            change(path, {
              ...Object.fromEntries(keys.map((name) => [name, held[name] === true])),
              [key]: event.currentTarget.checked,
            })
          }
          onBlur={() => leave(path)}
        />
      ))}
    </FieldGroup>
  );
}

function ChoiceField(props: InputProps): ReactNode {
  const { field, path, value, change } = props;
  const codes = codesOf(field);
  return (
    <Select<string | number>
      {...common(props)}
      data={codes}
      value={(value ?? null) as string | number | null}
      allowDeselect={!field.required}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': 'Effacer' }}
      searchable={codes.length >= searchableFrom}
      openOnFocus={false}
      onChange={(code) => change(path, code)}
    />
  );
}

function ChoicesField(props: InputProps): ReactNode {
  const { field, path, value, change } = props;
  const chosen = (value ?? []) as (string | number)[];
  const codes = codesOf(field);
  return (
    <MultiSelect<string | number>
      {...common(props)}
      required={field.filled ?? false}
      data={codes}
      searchable={codes.length >= searchableFrom}
      nothingFoundMessage="Aucun résultat"
      value={chosen}
      clearable
      clearButtonProps={{ 'aria-label': 'Effacer' }}
      openOnFocus={false}
      onChange={(codes) => change(path, codes)}
    />
  );
}

function RefField({ field, path, value, faults, change, leave }: InputProps): ReactNode {
  return (
    <ReferenceSelect
      target={field.target ?? ''}
      label={field.label}
      required={field.required}
      description={field.help}
      error={faultUnder(faults, path)}
      path={path}
      offer={field.offer ?? {}}
      placeholder="Rechercher"
      value={(value ?? null) as Reference | null}
      onChange={(next) => change(path, next)}
      onBlur={() => leave(path)}
    />
  );
}

function RefsField({ field, path, value, faults, change, leave }: InputProps): ReactNode {
  return (
    <ReferencesSelect
      target={field.target ?? ''}
      label={field.label}
      required={field.filled}
      description={field.help}
      error={faultUnder(faults, path)}
      path={path}
      offer={field.offer ?? {}}
      value={(value ?? []) as Reference[]}
      onChange={(next) => change(path, next)}
      onBlur={() => leave(path)}
    />
  );
}

/** Lines in which only a reference is chosen are a multi-select: no card around a single select. */
const onlyReference = (field: Field): [string, Field] | null => {
  const members = Object.entries(field.fields as Fields).filter(([, { written }]) => written === 'form');
  const [only] = members;
  return members.length === 1 && only?.[1].kind === 'ref' ? only : null;
};

type Line = Record<string, unknown>;

function LinesField(props: InputProps): ReactNode {
  const { field, path, value, faults, change, leave } = props;
  const lines = (value ?? []) as Line[];
  const only = onlyReference(field);
  if (!only) return <LinesInput {...props} lines={lines} Member={FieldInput} />;
  const [name, member] = only;
  return (
    <ReferencesSelect
      target={member.target ?? ''}
      label={field.label}
      required={field.filled}
      description={field.help}
      error={faultUnder(faults, path)}
      path={path}
      offer={member.offer ?? {}}
      value={lines.map((line) => line[name] as Reference)}
      onChange={(picked) =>
        // Lines that remain keep their id.
        change(
          path,
          picked.map(
            (reference) => lines.find((line) => (line[name] as Reference).id === reference.id) ?? { [name]: reference },
          ),
        )
      }
      onBlur={() => leave(path)}
    />
  );
}

function GroupField({ field, path, value, ...rest }: InputProps): ReactNode {
  return Object.entries(field.fields as Fields).map(([name, member]) => (
    <FieldInput
      key={name}
      {...rest}
      field={member}
      path={`${path}.${name}`}
      value={(value as Line | null | undefined)?.[name]}
    />
  ));
}

const inputs: Readonly<Record<Kind, Input>> = {
  text: (props) => (props.field.sealed ? <SealedField {...props} /> : <TextField {...props} />),
  html: HtmlField,
  integer: TypedField,
  decimal: TypedField,
  money: TypedField,
  flag: FlagField,
  flags: FlagsField,
  day: TypedField,
  moment: TypedField,
  time: TypedField,
  // Changed by moves, not by forms.
  status: ({ field, value }) => <StatusBadge machine={field.machine as Machine} code={value as number} />,
  choice: ChoiceField,
  choices: ChoicesField,
  // Written by the server only.
  hours: () => null,
  ref: RefField,
  refs: RefsField,
  address: (props) => <AddressInput {...props} address={(props.value ?? {}) as Partial<Address>} />,
  phones: (props) => <PhonesInput {...props} numbers={(props.value ?? []) as string[]} />,
  file: FileField,
  files: FilesField,
  lines: LinesField,
  group: GroupField,
  // Written by the server only.
  found: () => null,
};

/** Memoized: typing in a long form redraws one field. */
export const FieldInput = memo(function FieldInput(props: InputProps): ReactNode {
  const { kind, writeRight } = props.field;
  const session = useSession();
  const Input = inputs[kind];
  if (writeRight === undefined || session.can([writeRight])) return <Input {...props} />;
  return (
    <fieldset disabled className={fieldClasses.group} title={missingRight(writeRight)}>
      <Input {...props} />
    </fieldset>
  );
});
