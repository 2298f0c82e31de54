// The site of a record: searched by name, or chosen among cards, by customer and town (B-070).
import { Button, Group, Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { searchDelay } from '#core/kernel/query.ts';
import { activeStatus } from '#core/roles.ts';
import { siteCode } from '#core/sites/code.ts';
import { Site } from '#core/sites/site.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import { ReferencesSelect } from '#ui/fields/ReferenceSelect.tsx';
import { plural } from '#ui/format.ts';
import { IconSearch } from '#ui/icons.ts';
import { FieldInput, type InputProps } from '#ui/kinds/inputs.tsx';
import { may } from '#ui/may.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './SitePicker.module.css';

export type SiteRow = Row<typeof Site>;

/** The whole site, for what depends on it; undefined: none is chosen, or it is not read yet. */
export function useSite(id: string | undefined): SiteRow | undefined {
  const session = useSession();
  const { data } = useQuery({
    ...queryOf(endpointsOf(Site).read, { params: { id: id ?? '' } }),
    enabled: id !== undefined && may(session, Site, 'read'),
  });
  return id === undefined ? undefined : (data as { site: SiteRow } | undefined)?.site;
}

/** E-050: a site stays chosen while it belongs to one of the customers; none: any customer. */
export const belongs = (site: Pick<SiteRow, 'customer'>, customers: readonly Reference[]): boolean =>
  customers.length === 0 || customers.some(({ id }) => id === site.customer?.id);

export function SiteInput(props: InputProps): ReactElement {
  const { path, value, change } = props;
  const session = useSession();
  const [open, setOpen] = useState(false);
  const site = (value ?? null) as Reference | null;
  return (
    <div>
      <FieldInput {...props} />
      {may(session, Site, 'list') && (
        <Button
          mt={6}
          size="compact-sm"
          variant="subtle"
          // The field keeps the focus: its fault, shown when left, would move the button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(true)}
        >
          Parcourir les sites
        </Button>
      )}
      {open && <SitePicker value={site} onChange={(next) => change(path, next)} onClose={() => setOpen(false)} />}
    </div>
  );
}

const pageSize = 24;

interface Found {
  sites: SiteRow[];
  filtered: number;
}
const none: Found = { sites: [], filtered: 0 };

/** As the planning shows it; of sites with the same code, some have a number after it. */
function isCodeOf(text: string, name: string): boolean {
  const [code, wanted] = [siteCode(name), text.toUpperCase()];
  return wanted === code || (wanted.startsWith(code) && /^\d$/.test(wanted.slice(code.length)));
}

interface PickerProps {
  value: Reference | null;
  onChange(site: Reference | null): void;
  onClose(): void;
}

export function SitePicker({ value, onChange, onClose }: PickerProps): ReactElement {
  const [text, setText] = useState('');
  const [customers, setCustomers] = useState<Reference[]>([]);
  const [shown, setShown] = useState(pageSize);
  const [search] = useDebouncedValue(text.trim(), searchDelay);
  const chosen = useSite(value?.id);
  const input = {
    query: search || null,
    filters: { status: [activeStatus], ...(customers.length > 0 ? { customer: customers.map(({ id }) => id) } : {}) },
    orderBy: 'name',
    ascending: true,
    page: 1,
    limit: shown,
  };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(endpointsOf(Site).list, { input }),
    placeholderData: (before: unknown) => before,
  });
  const named = (data as Found | undefined) ?? none;
  // The server does not know the numbers of equal codes.
  const coded = useQuery({
    ...queryOf(endpointsOf(Site).list, { input: { ...input, query: null, limit: Site.pageSize } }),
    enabled: data !== undefined && !isFetching && named.filtered === 0 && /^[\p{L}\d]{2,6}$/u.test(search),
  });
  const byCode = ((coded.data as Found | undefined) ?? none).sites.filter(({ name }) => isCodeOf(search, name));
  const isCode = named.filtered === 0 && search !== '' && byCode.length > 0;
  const { sites, filtered } = isCode ? { sites: byCode, filtered: byCode.length } : named;
  return (
    <DialogAbove
      opened
      size="60rem"
      fullScreen={useMaximised()}
      onClose={onClose}
      title="Choisir un site"
      closeButtonProps={{ 'aria-label': 'Fermer' }}
    >
      <div className={classes.filters}>
        <TextInput
          type="search"
          label="Rechercher"
          placeholder="Nom, code, ville, adresse, client"
          leftSection={isFetching ? <Loader size={14} /> : <IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setShown(pageSize);
          }}
          data-autofocus
        />
        <ReferencesSelect
          target="customer"
          label="Clients"
          placeholder="Tous les clients"
          value={customers}
          onChange={(next) => {
            setCustomers(next);
            setShown(pageSize);
            if (chosen && !belongs(chosen, next)) onChange(null);
          }}
        />
      </div>
      {error ? (
        // E-051
        <ReadFailure
          title="Échec de la mise à jour de la liste des sites"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {data === undefined
              ? 'Chargement…'
              : filtered === 0
                ? 'Aucun site ne correspond.'
                : plural(filtered, 'site')}
          </Text>
          <ul className={classes.cards} aria-label="Sites">
            {sites.map(({ id, name, customer, address }) => (
              <li key={id}>
                <UnstyledButton
                  className={classes.card}
                  aria-pressed={id === value?.id}
                  onClick={() => {
                    onChange({ id, name });
                    onClose();
                  }}
                >
                  <span className={classes.picture} aria-hidden>
                    {siteCode(name)}
                  </span>
                  <span className={classes.words}>
                    <span className={classes.name}>{name}</span>
                    <span className={classes.detail}>{customer?.name}</span>
                    <span className={classes.detail}>{address?.city}</span>
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {filtered > sites.length && (
            <Group justify="center">
              <Button variant="default" loading={isFetching} onClick={() => setShown(shown + pageSize)}>
                Afficher d’autres sites
              </Button>
            </Group>
          )}
        </>
      )}
    </DialogAbove>
  );
}
