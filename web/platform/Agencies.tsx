// « Agences »: all agencies of the platform, with what their administrators do (AB-002..AB-008).
import { Badge, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { AdminAgency, type AgencyState, agencyStates } from '#core/platform/agency.ts';
import { approveAgency } from '#core/platform/agency-calls.ts';
import { call } from '#ui/client/call.ts';
import { forgetAgency, invalidateEntity } from '#ui/client/queries.tsx';
import { goToAgency } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { IconCheck, IconHeadset, IconPlus, IconShieldLock, IconUserShield } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { type Cells, EntityTable, type RowAction } from '#ui/Table/EntityTable.tsx';
import { askToLock } from './locking.ts';
import { ManagerDialog, type Named, NewAgency } from './NewAgency.tsx';

const tones: Readonly<Record<AgencyState, string>> = {
  ACTIVE: 'green',
  INACTIVE: 'gray',
  PENDING: 'yellow',
  LOCKED: 'red',
};
const regions = new Intl.DisplayNames('fr', { type: 'region' });
const cells: Cells = {
  status: ({ value }) => (
    <Badge color={tones[value as AgencyState]} variant="light" tt="none">
      {agencyStates[value as AgencyState]}
    </Badge>
  ),
  country: ({ value }) => (/^[A-Z]{2}$/.test(String(value)) ? regions.of(String(value)) : String(value ?? '')),
};

const named = (row: AnyRow): Named => ({ id: row.id, name: String(row.name) });
const refresh = (): void => void invalidateEntity(AdminAgency).catch(notifyProblem);

async function approve(row: AnyRow): Promise<void> {
  const { id, name } = named(row);
  const yes = await confirm({
    title: `Accepter ${name}`,
    message: 'L’agence ne sera plus en attente de modération.',
    confirmLabel: 'Accepter',
    act: async () => void (await call(approveAgency, { params: { id } })),
  });
  if (!yes) return;
  notifySuccess('Agence acceptée');
  refresh();
}

export default function Agencies(props: ScreenProps): ReactElement {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const [managed, setManaged] = useState<Named | null>(null);
  const rowActions = useMemo(
    (): readonly RowAction[] => [
      {
        ...{ key: 'enter', label: 'Entrer comme support', icon: IconHeadset },
        run: (row) =>
          void goToAgency(row)
            .then(() => {
              void forgetAgency();
              return navigate({ to: '/home' as never });
            })
            .catch(notifyProblem),
      },
      {
        ...{ key: 'approve', label: 'Accepter', icon: IconCheck, when: ({ status }) => status === 'PENDING' },
        run: (row) => void approve(row).catch(notifyProblem),
      },
      {
        ...{ key: 'manager', label: 'Créer un administrateur', icon: IconUserShield },
        when: ({ manager }) => manager === null,
        run: (row) => setManaged(named(row)),
      },
      {
        ...{ key: 'lock', label: 'Suspendre', icon: IconShieldLock, when: ({ status }) => status !== 'LOCKED' },
        run: (row) => void askToLock(named(row), false, refresh).catch(notifyProblem),
      },
      {
        ...{ key: 'unlock', label: 'Rouvrir', icon: IconShieldLock, when: ({ status }) => status === 'LOCKED' },
        run: (row) => void askToLock(named(row), true, refresh).catch(notifyProblem),
      },
    ],
    [navigate],
  );
  const offerManager = async (agency: Named): Promise<void> => {
    // AB-008
    const yes = await confirm({
      title: 'Créer un administrateur ?',
      message: `${agency.name} n’a pas d’administrateur : personne ne peut encore s’y connecter.`,
      confirmLabel: 'Créer un administrateur',
      cancelLabel: 'Plus tard',
    });
    if (yes) setManaged(agency);
  };
  return (
    <>
      <EntityTable
        of={AdminAgency}
        {...props}
        add={false}
        cells={cells}
        rowActions={rowActions}
        tools={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Nouvelle agence
          </Button>
        }
      />
      {adding ? <NewAgency onClose={() => setAdding(false)} onAlone={(agency) => void offerManager(agency)} /> : null}
      {managed ? <ManagerDialog agency={managed} onClose={() => setManaged(null)} /> : null}
    </>
  );
}
