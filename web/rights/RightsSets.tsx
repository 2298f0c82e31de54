// « Jeux de droits »: the agency's own sets, and the update of people who hold an older version of a set.
import { Group, TextInput } from '@mantine/core';
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react';
import { applyRightsSet, RightsSet, type SetKind } from '#core/rights/set.ts';
import { offeredRights, type Right } from '#core/rights.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import type { BelowProps, DialogExtras } from '#ui/EntityDialog/extras.ts';
import { FieldGroup } from '#ui/fields/FieldGroup.tsx';
import { plural } from '#ui/format.ts';
import { IconSearch, IconUserCheck } from '#ui/icons.ts';
import type { InputProps } from '#ui/kinds/inputs.tsx';
import { useRecordPlace } from '#ui/kinds/record.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { searchRights, toggled, withSet } from './choice.ts';
import { RightsTree } from './RightsTree.tsx';
import { SetMenu } from './SetMenu.tsx';
import { useSets } from './sets.ts';

const inOrder = (held: ReadonlySet<Right>): Right[] => offeredRights.flatMap(({ key }) => (held.has(key) ? [key] : []));

/** The tree of rights as an input, for a set. */
export function RightsInput({ field, path, value, faults, change }: InputProps): ReactElement {
  const { asker } = useSession();
  const record = useRecordPlace();
  const sets = useSets((record?.values?.().kind as SetKind | undefined) ?? 'AGENCY');
  const [query, setQuery] = useState('');
  const held = useMemo(() => new Set((value ?? []) as Right[]), [value]);
  const [before] = useState(held);
  const found = useMemo(() => searchRights(query), [query]);
  const latest = useRef(held);
  latest.current = held;
  const toggle = useCallback((key: Right) => change(path, inOrder(toggled(latest.current, key))), [change, path]);
  return (
    <FieldGroup field={field} error={faults[path]}>
      <Group gap="sm" data-path={path}>
        <TextInput
          aria-label="Rechercher un droit"
          placeholder="Rechercher un droit"
          leftSection={<IconSearch size={15} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <SetMenu
          label="Partir d’un jeu de droits"
          sets={sets}
          except={record?.id ?? undefined}
          onPick={(rights) => change(path, inOrder(withSet(asker, held, rights)))}
        />
      </Group>
      <RightsTree found={found} held={held} before={before} onToggle={toggle} />
    </FieldGroup>
  );
}

/** Read-only sets have no inputs: show the same tree, disabled, with the rights held. */
function HeldRights({ values, change }: BelowProps): ReactElement | null {
  const held = useMemo(() => new Set((values.rights ?? []) as Right[]), [values.rights]);
  const found = useMemo(() => offeredRights.filter(({ key }) => held.has(key)), [held]);
  if (change || found.length === 0) return null;
  return <RightsTree found={found} held={held} before={held} closed onToggle={nothing} />;
}
const nothing = (): void => {};

const people = (count: number): string => plural(count, 'personne');

async function apply(set: AnyRow): Promise<void> {
  const count = Number(set.outdated);
  const sure = await confirm({
    title: `Appliquer « ${String(set.name)} » ?`,
    message: `${people(count)} ${count > 1 ? 'ont' : 'a'} encore ce jeu de droits tel qu’il était avant sa modification. ${count > 1 ? 'Leurs droits deviendront ceux' : 'Ses droits deviendront ceux'} du jeu ; chaque changement figurera dans l’historique de la personne.`,
    confirmLabel: count > 1 ? `Appliquer aux ${people(count)} qui l’ont` : 'Appliquer à la personne qui l’a',
    cancelLabel: 'Plus tard',
  });
  if (!sure) return;
  try {
    const { applied, left } = await call(applyRightsSet, {
      params: { id: set.id },
      input: { version: Number(set.version) },
      key: actKey(),
    });
    if (applied > 0) notifySuccess(`${people(applied)} : droits mis à jour`);
    if (left > 0)
      notifyWarning(
        `${people(left)} : droits inchangés. Vous ne changez ni vos propres droits, ni ceux que vous n’avez pas.`,
      );
    await invalidateEntity(RightsSet);
  } catch (error) {
    notifyProblem(error);
  }
}

const applyAction: RowAction = {
  key: 'apply',
  label: 'Appliquer à ceux qui l’ont',
  icon: IconUserCheck,
  rights: ['editAgentRight'],
  when: ({ outdated }) => Number(outdated) > 0,
  run: (row) => void apply(row),
};
const rowActions: readonly RowAction[] = [applyAction];

export function RightsSets({ page }: { page: string }): ReactElement {
  const { can } = useSession();
  const mayApply = can(['editAgentRight']);
  const extras = useMemo(
    (): DialogExtras => ({
      inputs: { rights: RightsInput },
      below: { Droits: HeldRights },
      send: async (draft, _row, key) => {
        const { save } = endpointsOf(RightsSet);
        if (!save) return null;
        const { rightsSet } = (await call(save, { input: draft, key })) as { rightsSet: AnyRow };
        // Asked after the dialog is closed.
        if (mayApply && Number(rightsSet.outdated) > 0 && 'rights' in draft) setTimeout(() => void apply(rightsSet));
        return rightsSet;
      },
    }),
    [mayApply],
  );
  return <EntityTable of={RightsSet} page={page} extras={extras} rowActions={rowActions} />;
}
