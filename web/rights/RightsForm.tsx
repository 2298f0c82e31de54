import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import { messages, Problem } from '#core/kernel/problem.ts';
import { isRight, type Right, rightInfo } from '#core/rights.ts';
import { type RightsHolder, readRights, saveRights } from '#core/session/session.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconSearch } from '#ui/icons.ts';
import type { Leaving } from '#ui/leaving.ts';
import { notifyInfo, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { difference, searchRights, toggled, withSet } from './choice.ts';
import { InvitationState } from './InvitationState.tsx';
import classes from './RightsEditor.module.css';
import { RightsTree } from './RightsTree.tsx';
import { SetMenu } from './SetMenu.tsx';
import { setNamed, useSets } from './sets.ts';

const heldBy = ({ rights }: RightsHolder): Set<Right> =>
  new Set(Object.entries(rights).flatMap(([key, on]) => (on && isRight(key) ? [key] : [])));

const labels = (keys: readonly Right[]): string => keys.map((key) => `« ${rightInfo(key).label} »`).join(', ');

interface Props {
  read: RightsHolder;
  leaving: Leaving;
  onClose(): void;
}

export function RightsForm({ read, leaving, onClose }: Props): ReactElement {
  const { asker, profile, user } = useSession();
  const [holder, setHolder] = useState(read);
  const [held, setHeld] = useState(() => heldBy(read));
  const [query, setQuery] = useState('');
  const [saving, setSaving] = useState(false);
  /** The rights as another person saved them. */
  const [conflict, setConflict] = useState<RightsHolder | null>(null);
  const before = useMemo(() => heldBy(holder), [holder]);
  const changed = useMemo(() => difference(before, held), [before, held]);
  const sets = useSets(holder.type);
  const found = useMemo(() => searchRights(query), [query]);
  useEffect(() => {
    leaving.dirty.current = changed.length > 0;
  }, [leaving, changed]);

  const closedBecause = holder.isOwner
    ? 'Le responsable de l’agence a tous les droits : ils ne se modifient pas.'
    : holder.id === profile?.id || user.userCompanies.some(({ id }) => id === holder.id)
      ? 'Vous ne pouvez pas modifier vos propres droits.'
      : null;

  const toggle = useCallback((key: Right) => setHeld((now) => toggled(now, key)), []);

  const show = (next: RightsHolder): void => {
    setHolder(next);
    queryClient.setQueryData(queryKey(readRights, { params: { id: next.id } }), { userCompany: next });
  };

  const save = async (version: number): Promise<void> => {
    if (changed.length === 0) {
      notifyInfo(messages.nothingToSave);
      return;
    }
    setSaving(true);
    try {
      const rights = Object.fromEntries(changed.map((key) => [key, held.has(key)]));
      const answer = await call(saveRights, { params: { id: holder.id }, input: { rights, version }, key: actKey() });
      show(answer.userCompany);
      leaving.dirty.current = false;
      notifySuccess('Droits enregistrés');
      onClose();
    } catch (error) {
      if (error instanceof Problem && error.kind === 'conflict' && error.details.current) {
        setConflict(error.details.current as RightsHolder);
      } else notifyProblem(error);
    } finally {
      setSaving(false);
    }
  };

  const take = (current: RightsHolder): void => {
    show(current);
    setHeld(heldBy(current));
    setConflict(null);
  };

  return (
    <div className={classes.form} inert={saving}>
      <div className={classes.tools}>
        <TextInput
          className={classes.search ?? ''}
          aria-label="Rechercher un droit"
          placeholder="Rechercher un droit"
          leftSection={<IconSearch size={15} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          data-autofocus
        />
        {holder.isOwner ? null : (
          <Group gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {sets.settled ? `Jeu de droits : ${setNamed(sets.known, held)?.label ?? 'Personnalisé'}` : null}
            </Text>
            {closedBecause ? null : (
              <SetMenu
                label="Appliquer un jeu de droits"
                sets={sets}
                onPick={(rights) => setHeld(withSet(asker, held, rights))}
              />
            )}
          </Group>
        )}
        <InvitationState holder={holder} onChange={show} />
      </div>
      {closedBecause ? (
        <Alert color="blue" variant="light" radius={0} p="sm" px="lg">
          {closedBecause}
        </Alert>
      ) : null}
      <RightsTree found={found} held={held} before={before} closed={closedBecause !== null} rail onToggle={toggle} />
      {conflict ? (
        <Alert color="orange" variant="light" radius={0} p="sm" px="lg" title={messages.conflict}>
          <Text size="sm">
            {difference(before, heldBy(conflict)).length > 0
              ? `Quelqu’un d’autre a changé : ${labels(difference(before, heldBy(conflict)))}.`
              : 'La fiche de cette personne a changé, ses droits non.'}
          </Text>
          <Group gap="xs" mt="xs">
            <Button size="compact-sm" variant="default" onClick={() => take(conflict)}>
              Reprendre les droits actuels
            </Button>
            <Button size="compact-sm" loading={saving} onClick={() => void save(conflict.version)}>
              Enregistrer mes changements
            </Button>
          </Group>
        </Alert>
      ) : null}
      <footer className={classes.footer}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {changed.length === 0
            ? 'Aucun changement'
            : changed.length === 1
              ? '1 changement'
              : `${changed.length} changements`}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={leaving.ask}>
            {closedBecause ? 'Fermer' : 'Annuler'}
          </Button>
          {closedBecause ? null : (
            <Button loading={saving} onClick={() => void save(holder.version)}>
              Enregistrer
            </Button>
          )}
        </Group>
      </footer>
    </div>
  );
}
