// Searchable selects over the rows of another entity.
import { CheckIcon, Loader, MultiSelect, Select, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Offer, Reference } from '#core/kernel/field.ts';
import { searchDelay } from '#core/kernel/query.ts';
import { useSession } from '../client/session.ts';
import { IconPlus } from '../icons.ts';
import { may } from '../may.ts';
import { addLabel } from '../shell/records.ts';
import { helpBelow } from './FieldGroup.tsx';
import classes from './fields.module.css';
import { NewReference } from './NewReference.tsx';
import { type Offered, type Picked, useReferences } from './references.ts';

interface CommonProps {
  target: string;
  label: string;
  required?: boolean | undefined;
  description?: string | undefined;
  error?: string | undefined;
  /** Only rows that a form may refer to; absent: all rows, for filters. */
  offer?: Offer | undefined;
  path?: string;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** The option that creates a record. */
const addKey = 'add';

interface Search extends Picked {
  text: string;
  /** « Ajouter un collaborateur »: only in a form, and for those who may. */
  addLabel: string | null;
  /** Adds with what was typed. */
  add(): void;
  /** What was typed when « Ajouter » was chosen; null: nothing is being added. */
  adding: string | null;
  added(): void;
  type(text: string): void;
  opening: { onDropdownOpen(): void; onDropdownClose(): void };
  nothing: string;
}

function useSearch({ target, offer }: CommonProps, shown: string): Search {
  const [text, type] = useState('');
  const [opened, setOpened] = useState(false);
  // The select writes the chosen name into its search text: do not search for it.
  const typed = text === shown ? '' : text.trim();
  const [settled] = useDebouncedValue(typed, searchDelay);
  const picked = useReferences(target, { search: settled, offer: offer ?? null, enabled: opened });
  const session = useSession();
  const [adding, setAdding] = useState<string | null>(null);
  const mayAdd = offer !== undefined && picked.refusal === null && may(session, picked.target, 'create');
  return {
    ...picked,
    addLabel: mayAdd ? addLabel(picked.target) : null,
    add: () => setAdding(typed),
    adding,
    added: () => setAdding(null),
    text,
    type,
    opening: { onDropdownOpen: () => setOpened(true), onDropdownClose: () => setOpened(false) },
    nothing: picked.problem ?? (picked.loading ? 'Recherche…' : 'Aucun résultat'),
  };
}

interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

const options = (search: Search, chosen: readonly Reference[]): Option[] => {
  const found = search.options;
  const rows = [...found, ...chosen.filter(({ id }) => !found.some((option) => option.id === id))].map(
    ({ id, name }): Option => ({ value: id, label: name }),
  );
  if (search.addLabel === null) return rows;
  // With « Ajouter » the list is never empty.
  const nothing = rows.length === 0 ? [{ value: '', label: search.nothing, disabled: true }] : [];
  return [...rows, ...nothing, { value: addKey, label: search.addLabel }];
};

/** The name, and below it a detail that distinguishes rows with the same name. */
const offer =
  (found: readonly Offered[]) =>
  ({ option, checked }: { option: { value: string; label: string }; checked?: boolean }): ReactNode => {
    const detail = found.find(({ id }) => id === option.value)?.detail;
    return (
      <>
        {option.value === addKey && <IconPlus size={14} aria-hidden />}
        <span className={classes.option}>
          <span>{option.label}</span>
          {detail && <small>{detail}</small>}
        </span>
        {checked && <CheckIcon size={12} style={{ marginInlineStart: 'auto', flex: 'none' }} />}
      </>
    );
  };

const keepServerOrder = <O,>({ options: found }: { options: O }): O => found;

const Adding = ({ search, onCreated }: { search: Search; onCreated(created: Reference): void }): ReactNode =>
  search.adding !== null && (
    <NewReference target={search.target} typed={search.adding} onCreated={onCreated} onClose={search.added} />
  );

function Refused({ refusal, children }: { refusal: string | null; children: ReactNode }): ReactNode {
  return refusal === null ? (
    children
  ) : (
    <Tooltip label={refusal} events={{ hover: true, focus: true, touch: true }}>
      <div>{children}</div>
    </Tooltip>
  );
}

/** Stays in the tab order, so that screen readers read the reason. */
const refusedProps = (refusal: string | null): object =>
  refusal === null ? {} : { readOnly: true, 'aria-disabled': true, description: refusal };

export function ReferenceSelect({
  value,
  onChange,
  ...props
}: CommonProps & { value: Reference | null; onChange(value: Reference | null): void }): ReactNode {
  const search = useSearch(props, value?.name ?? '');
  const data = options(search, value ? [value] : []);
  return (
    <Refused refusal={search.refusal}>
      <Select
        label={props.label}
        required={props.required ?? false}
        description={props.description}
        error={props.error}
        placeholder={props.placeholder}
        data-path={props.path}
        {...helpBelow}
        searchable
        openOnFocus={false}
        clearable={!props.required}
        allowDeselect={!props.required}
        clearButtonProps={{ 'aria-label': 'Effacer' }}
        filter={keepServerOrder}
        renderOption={offer(search.options)}
        data={data}
        value={value?.id ?? null}
        onChange={(id, option) =>
          id === addKey ? search.add() : onChange(id === null ? null : { id, name: option?.label ?? '' })
        }
        onSearchChange={search.type}
        nothingFoundMessage={search.nothing}
        onBlur={props.onBlur}
        {...(search.loading ? { rightSection: <Loader size={14} /> } : {})}
        {...search.opening}
        {...refusedProps(search.refusal)}
      />
      <Adding search={search} onCreated={onChange} />
    </Refused>
  );
}

export function ReferencesSelect({
  value,
  onChange,
  ...props
}: CommonProps & { value: readonly Reference[]; onChange(value: Reference[]): void }): ReactNode {
  const search = useSearch(props, '');
  const known = options(search, value);
  return (
    <Refused refusal={search.refusal}>
      <MultiSelect
        label={props.label}
        required={props.required ?? false}
        description={props.description}
        error={props.error}
        placeholder={value.length === 0 ? (props.placeholder ?? 'Rechercher') : undefined}
        data-path={props.path}
        {...helpBelow}
        searchable
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': 'Effacer' }}
        filter={keepServerOrder}
        renderOption={offer(search.options)}
        data={known}
        value={value.map(({ id }) => id)}
        onChange={(ids) =>
          ids.includes(addKey)
            ? search.add()
            : onChange(ids.map((id) => ({ id, name: known.find((option) => option.value === id)?.label ?? '' })))
        }
        searchValue={search.text}
        onSearchChange={search.type}
        nothingFoundMessage={search.nothing}
        onBlur={props.onBlur}
        {...search.opening}
        {...refusedProps(search.refusal)}
      />
      <Adding search={search} onCreated={(created) => onChange([...value, created])} />
    </Refused>
  );
}
