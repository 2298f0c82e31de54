import { Alert, Button, Checkbox, Group, Text, TextInput, Title } from '@mantine/core';
import { memo, type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import { messages, Problem } from '#core/kernel/problem.ts';
import { isRight, type Right, type RightInfo, type RightSet, rightInfo, rightSetLabels } from '#core/rights.ts';
import { type RightsHolder, readRights, saveRights } from '#core/session/session.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconSearch } from '#ui/icons.ts';
import { notifyInfo, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { areas, difference, searchRights, toggled, whyFixed, withSet } from './choice.ts';
import { InvitationState } from './InvitationState.tsx';
import type { Leaving } from './leaving.ts';
import classes from './RightsEditor.module.css';

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
  /** The rights as somebody else saved them meanwhile. */
  const [conflict, setConflict] = useState<RightsHolder | null>(null);
  const before = useMemo(() => heldBy(holder), [holder]);
  const changed = useMemo(() => difference(before, held), [before, held]);
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
    <>
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
        {closedBecause ? null : (
          <Group gap={6} role="group" aria-label="Partir d’un modèle">
            <Text size="sm" c="dimmed">
              Modèle :
            </Text>
            {Object.entries(rightSetLabels).map(([set, label]) => (
              <Button
                key={set}
                size="compact-sm"
                variant="default"
                onClick={() => setHeld(withSet(asker, held, set as RightSet))}
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
        <InvitationState holder={holder} onChange={show} />
      </div>
      {closedBecause ? (
        <Alert color="blue" variant="light" radius={0} p="sm" px="lg">
          {closedBecause}
        </Alert>
      ) : null}
      <div className={classes.columns}>
        <AreaRail found={found} held={held} />
        <div className={classes.areas}>
          {found.length === 0 ? <Text c="dimmed">Aucun droit ne correspond à cette recherche.</Text> : null}
          {areas.map((area) => {
            const rights = found.filter((right) => right.area === area);
            if (rights.length === 0) return null;
            return (
              <section key={area} id={sectionId(area)} className={classes.area} aria-label={area}>
                <Title order={3} className={classes.areaTitle ?? ''}>
                  {area}
                  <span className={classes.count}>{countOf(area, held)}</span>
                </Title>
                <div className={classes.rights}>
                  {rights.map(({ key, label }) => (
                    <RightBox
                      key={key}
                      name={key}
                      label={label}
                      held={held.has(key)}
                      changed={before.has(key) !== held.has(key)}
                      fixed={closedBecause ? '' : whyFixed(asker, held, key)}
                      onToggle={toggle}
                    />
                  ))}
                </div>
              </section>
            );
          })}
        </div>
      </div>
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
    </>
  );
}

interface BoxProps {
  name: Right;
  label: string;
  held: boolean;
  changed: boolean;
  /** Why it cannot be changed; empty: the whole form is closed. */
  fixed: string | null;
  onToggle(key: Right): void;
}

/** Two hundred of them: only those that change are drawn again. */
const RightBox = memo(function RightBox({ name, label, held, changed, fixed, onToggle }: BoxProps): ReactElement {
  return (
    <Checkbox
      size="sm"
      label={
        <>
          {label}
          {fixed ? <span className={classes.reason}> — {fixed}</span> : null}
        </>
      }
      checked={held}
      disabled={fixed !== null}
      onChange={() => onToggle(name)}
      className={[classes.right, changed && classes.changed].filter(Boolean).join(' ')}
    />
  );
});

const sectionId = (area: string): string => `rights-${areas.indexOf(area as (typeof areas)[number])}`;

const countOf = (area: string, held: ReadonlySet<Right>): string => {
  const own = searchRights('').filter((right) => right.area === area);
  return `${own.filter(({ key }) => held.has(key)).length} / ${own.length}`;
};

function AreaRail({ found, held }: { found: readonly RightInfo[]; held: ReadonlySet<Right> }): ReactElement {
  const shown = areas.filter((area) => found.some((right) => right.area === area));
  return (
    <nav className={classes.rail} aria-label="Domaines">
      {shown.map((area) => (
        <button
          key={area}
          type="button"
          className={classes.stop}
          onClick={() => document.getElementById(sectionId(area))?.scrollIntoView({ block: 'start' })}
        >
          <span>{area}</span>
          <span className={classes.count}>{countOf(area, held)}</span>
        </button>
      ))}
    </nav>
  );
}
