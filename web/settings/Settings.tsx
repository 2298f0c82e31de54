// « Paramètres »: every setting of the agency in one searchable form, with the related lists.
import { Alert, Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, type RefObject, useMemo, useRef, useState } from 'react';
import { Agency } from '#core/agencies/agency.ts';
import { accountsSection } from '#core/agencies/settings/accounts.ts';
import { Specialty } from '#core/agencies/specialty.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { loadSession, useSession } from '#ui/client/session.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { History } from '#ui/EntityDialog/History.tsx';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import { Loading, useRecord } from '#ui/EntityDialog/reading.tsx';
import { Sheet } from '#ui/EntityDialog/Sheet.tsx';
import { IconSearch } from '#ui/icons.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { RightsSets } from '../rights/RightsSets.tsx';
import { isIn, matches } from './finding.ts';
import { OwnFactor } from './OwnFactor.tsx';
import classes from './Settings.module.css';
import { Storage } from './Storage.tsx';
import { mailSections, TemplatePreview } from './TemplatePreview.tsx';

const always: DialogExtras['below'] = { [accountsSection]: OwnFactor };
const below: DialogExtras['below'] = {
  ...always,
  ...Object.fromEntries(mailSections.map((section) => [section, TemplatePreview])),
};

const tabs = [
  { value: 'settings', label: 'Réglages' },
  { value: 'specialties', label: 'Spécialités' },
  { value: 'papers', label: 'Documents réglementaires' },
  { value: 'rights', label: 'Jeux de droits' },
  { value: 'storage', label: 'Stockage' },
  { value: 'history', label: 'Historique' },
] as const;

const settable = flatFields(Agency.fields)
  .map(([, field]) => field)
  .filter(({ offScreen }) => !offScreen);

type Tab = (typeof tabs)[number]['value'];

export default function Settings({ page, title, description }: ScreenProps): ReactElement {
  const search = useSearch({ strict: false }) as { tab?: unknown };
  const asked = tabs.find(({ value }) => value === search.tab)?.value;
  const [tab, setTab] = useState<Tab>(asked ?? 'settings');
  const mayLeave = useRef(() => Promise.resolve(true));
  const show = async (next: Tab): Promise<void> => {
    if (await mayLeave.current()) setTab(next);
  };
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      <div className={classes.tabs}>
        <SegmentedControl
          aria-label="Partie des paramètres"
          data={[...tabs]}
          value={tab}
          onChange={(next) => void show(next as Tab)}
        />
      </div>
      {tab === 'settings' && <AgencyForm page={page} mayLeave={mayLeave} onTab={(next) => void show(next)} />}
      {tab === 'specialties' && (
        <div className={classes.table}>
          <EntityTable of={Specialty} page={`${page}.specialties`} />
        </div>
      )}
      {tab === 'papers' && (
        <div className={classes.table}>
          <EntityTable of={ExpirationType} page={`${page}.papers`} />
        </div>
      )}
      {tab === 'rights' && (
        <div className={classes.table}>
          <RightsSets page={`${page}.rights`} />
        </div>
      )}
      {tab === 'storage' && (
        <div className={classes.panel}>
          <Storage />
        </div>
      )}
      {tab === 'history' && <AgencyHistory />}
    </div>
  );
}

interface FormProps {
  page: string;
  mayLeave: RefObject<() => Promise<boolean>>;
  onTab(tab: Tab): void;
}

function AgencyForm({ page, mayLeave, onTab }: FormProps): ReactElement {
  const { agency, can } = useSession();
  const { row, failure, retry, reread } = useRecord(Agency, agency?.id ?? null);
  const { find } = useSearch({ strict: false }) as { find?: unknown };
  const [query, setQuery] = useState(typeof find === 'string' ? find : '');
  const [epoch, setEpoch] = useState(0);
  const begin = (): void => setEpoch((before) => before + 1);
  const undo = async (): Promise<void> => {
    if (await mayLeave.current()) begin();
  };
  const wanted = query.trim();
  const extras = useMemo(
    (): DialogExtras => ({
      below: (wanted ? always : below) ?? {},
      only: wanted ? matches(wanted) : undefined,
      sectioned: wanted !== '',
    }),
    [wanted],
  );
  const found = !wanted || settable.some(matches(wanted));
  const parts = wanted ? tabs.filter(({ value, label }) => value !== 'settings' && isIn(wanted, label)) : [];
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          className={classes.search}
          aria-label="Rechercher un réglage"
          placeholder="Rechercher un réglage"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {parts.map(({ value, label }) => (
          <Button key={value} size="compact-sm" variant="light" onClick={() => onTab(value)}>
            Ouvrir « {label} »
          </Button>
        ))}
        {!found && parts.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            Aucun réglage ne correspond à « {wanted} ».
          </Text>
        )}
      </div>
      <div className={classes.panel}>
        {failure !== null ? (
          <Alert color="red" role="alert" m="md">
            <Group justify="space-between">
              <Text size="sm">{failure}</Text>
              <Button size="compact-sm" variant="default" onClick={retry}>
                Réessayer
              </Button>
            </Group>
          </Alert>
        ) : row === undefined ? (
          <Loading />
        ) : can(['editAgencySetting']) ? (
          <RecordForm
            // Not keyed by version: a save of another person must not discard typed text.
            key={epoch}
            of={Agency}
            page={page}
            row={row}
            extras={extras}
            mayLeave={mayLeave}
            onClose={() => {
              void reread().then(begin);
              // Its name, currency and time zone are used on all screens.
              void loadSession();
            }}
            onCancel={() => void undo()}
          />
        ) : (
          <Sheet of={Agency} row={row} extras={extras} />
        )}
      </div>
    </>
  );
}

function AgencyHistory(): ReactElement | null {
  const { agency } = useSession();
  return agency ? (
    <div className={classes.panel}>
      <div className={classes.history}>
        <History of={Agency} id={agency.id} />
      </div>
    </div>
  ) : null;
}
