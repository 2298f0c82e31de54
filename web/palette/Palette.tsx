// Ctrl K: finds any record, screen or action by a few letters.
import { Button, Loader, Modal, Group as Row, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { shortestSearch } from '#core/search/search.ts';
import { useSession } from '#ui/client/session.ts';
import { plural } from '#ui/format.ts';
import { IconSearch } from '#ui/icons.ts';
import { notifyProblem } from '#ui/notify.ts';
import { useRecordScreens } from '#ui/shell/records.ts';
import { type Choice, type Group, matching } from './choices.ts';
import { Options } from './Options.tsx';
import { type Looking, paletteOpening, takeTyped } from './opening.ts';
import classes from './Palette.module.css';
import { keepRecent, recentOf } from './recent.ts';
import { useAgencies, useRecordChoice, useRecords } from './useFound.ts';
import { useOffers } from './useOffers.ts';

const delay = 200;
const most = { screens: 6, actions: 8 };
/** Above the dialog of a record, which stays open and asks before unsaved text is lost. */
const aboveRecords = 350;

const close = (): void => paletteOpening.set(null);

export default function Palette({ looking, onSwitch }: { looking: Looking | null; onSwitch(): void }): ReactElement {
  const phone = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches) ?? false;
  return (
    <Modal
      opened={looking !== null}
      onClose={close}
      size="40rem"
      yOffset="12vh"
      fullScreen={phone}
      padding={0}
      zIndex={aboveRecords}
      transitionProps={{ duration: 80 }}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Rechercher partout' } }}
      classNames={{ content: classes.content ?? '', body: classes.dialog ?? '' }}
    >
      {looking ? <Search looking={looking} onSwitch={onSwitch} phone={phone} /> : null}
    </Modal>
  );
}

function useGroups(query: string, settled: string, looking: Looking, onSwitch: () => void) {
  const session = useSession();
  const screens = useRecordScreens();
  const everything = looking === 'everything';
  const offers = useOffers(screens, { onSwitch, onAgencies: () => paletteOpening.set('agencies') });
  // The query whose archived records are wanted: another one hides them again.
  const [archivedOf, setArchivedOf] = useState('');
  const archived = archivedOf !== '' && archivedOf === settled;
  const isOld = query.trim() !== settled.trim();
  const found = useRecords(settled, { wanted: everything, isOld, archived }, screens);
  const wantsAgencies = !everything || settled.trim().length >= shortestSearch;
  const agencies = useAgencies(settled, { wanted: wantsAgencies, isOld }, onSwitch);
  const recordChoice = useRecordChoice(screens);
  const asking = query.trim() !== '';
  const local: Group[] = everything
    ? [
        { label: 'Écrans', choices: matching(offers.screens, query, most.screens) },
        // While something is typed every match is reachable: there are few actions.
        { label: 'Actions', choices: matching(offers.actions, query, asking ? offers.actions.length : most.actions) },
      ]
    : [];
  const known = [...offers.screens, ...offers.actions];
  const recent = recentOf(session).flatMap(
    ({ key, record }) => (record ? recordChoice(record) : known.find((choice) => choice.key === key)) ?? [],
  );
  // Local results come first and at once; results of the server are appended below.
  const groups = [
    ...(everything && !asking ? [{ label: 'Récents', choices: recent }] : []),
    ...local,
    ...found.groups,
    ...agencies.groups,
  ];
  const keep = (choice: Choice): void => {
    const record = found.records.find(({ entity, id }) => choice.key === `record:${entity}:${id}`);
    const before = recentOf(session).find(({ key }) => key === choice.key)?.record;
    const kept = record ?? before;
    if (!choice.stays && !choice.key.startsWith('agency:'))
      keepRecent(session, { key: choice.key, ...(kept ? { record: kept } : {}) });
  };
  return {
    groups: distinct(groups),
    busy: found.busy || agencies.busy || (asking && query !== settled),
    failed: found.failed || agencies.failed,
    retry: () => {
      if (found.failed) found.retry();
      if (agencies.failed) agencies.retry();
    },
    keep,
    /** Null: they are searched already, or no record is. */
    searchArchived: found.searched && !archived ? () => setArchivedOf(settled) : null,
  };
}

/** Each choice once, at its first position; no empty groups. */
function distinct(groups: readonly Group[]): Group[] {
  const seen = new Set<string>();
  return groups
    .map(({ choices, ...group }) => ({
      ...group,
      choices: choices.filter(({ key }) => !seen.has(key) && seen.add(key)),
    }))
    .filter(({ choices }) => choices.length > 0);
}

function Search({ looking, onSwitch, phone }: { looking: Looking; onSwitch(): void; phone: boolean }): ReactElement {
  const list = useId();
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, delay);
  const [wanted, setWanted] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { groups, busy, failed, retry, keep, searchArchived } = useGroups(query, settled, looking, onSwitch);
  const flat = groups.flatMap(({ choices, isOld }) => (isOld ? [] : choices));
  const active = flat.find(({ key }) => key === wanted) ?? flat[0] ?? null;
  // Another kind of search starts empty.
  useEffect(() => {
    input.current?.focus();
    setQuery(looking ? takeTyped() : '');
  }, [looking]);
  const choose = (choice: Choice): void => {
    keep(choice);
    if (!choice.stays) close();
    Promise.resolve(choice.run()).catch(notifyProblem);
  };
  const step = (by: number): void => {
    const at = active ? flat.indexOf(active) : -1;
    setWanted(flat[(at + by + flat.length) % flat.length]?.key ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && flat.length > 0) {
      event.preventDefault();
      step(by);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
    if (event.key === 'Backspace' && query === '' && looking === 'agencies') paletteOpening.set('everything');
  };
  const prompt = looking === 'agencies' ? 'Rechercher une agence' : 'Une fiche, un écran, une action…';
  return (
    <>
      <div className={classes.head}>
        <TextInput
          ref={input}
          className={classes.input ?? ''}
          variant="unstyled"
          size="md"
          placeholder={prompt}
          aria-label={prompt}
          leftSection={
            busy ? (
              <Loader size={16} role="status" aria-label="Recherche en cours" />
            ) : (
              <IconSearch size={18} aria-hidden />
            )
          }
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setWanted(null);
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={flat.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${list}-${active.key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
        />
        {phone ? (
          <Button variant="subtle" color="gray" onClick={close}>
            Fermer
          </Button>
        ) : null}
      </div>
      <div className={classes.body}>
        <Options id={list} groups={groups} active={active} onActive={setWanted} onChoose={choose} />
        {failed ? (
          <Row p="md" gap="sm" role="alert">
            <Text size="sm">La recherche des fiches a échoué.</Text>
            <Button size="compact-sm" variant="default" onClick={retry}>
              Réessayer
            </Button>
          </Row>
        ) : null}
        {flat.length === 0 && !busy && !failed ? (
          <Text p="md" c="dimmed">
            Aucun résultat pour « {query.trim()} ».
          </Text>
        ) : null}
        {searchArchived ? (
          <Button m="xs" size="compact-sm" variant="subtle" onClick={searchArchived}>
            Chercher aussi dans les archivés
          </Button>
        ) : null}
      </div>
      <VisuallyHidden role="status">{busy ? '' : plural(flat.length, 'résultat')}</VisuallyHidden>
      {phone ? null : (
        <p className={classes.foot} aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> choisir <kbd>Entrée</kbd> ouvrir <kbd>Échap</kbd> fermer
        </p>
      )}
    </>
  );
}
