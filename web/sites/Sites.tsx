// Table of sites, for the agency and its customers: map below the address, equipment beside the record, instructions in
// a drawer.
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useMemo } from 'react';
import { Site } from '#core/sites/site.ts';
import { useSession } from '#ui/client/session.ts';
import { IconFlag, IconNote, IconWalk } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import type { RowAction } from '#ui/Table/RowMenu.tsx';
import { ImportTool } from '../imports/ImportTool.tsx';
import { useInstructionsAddress } from './instructions/address.ts';
import { siteExtras } from './siteExtras.ts';

const tools = <ImportTool of={Site} />;

/** Related records of a site, on their own screens. */
const onSite = [
  { path: '/checkpoints', label: 'Points de contrôle', icon: IconFlag, rights: ['listCheckpoints'] },
  { path: '/rounds', label: 'Rondes', icon: IconWalk, rights: ['listRounds'] },
] as const;

const InstructionsDrawer = lazy(() => import('./instructions/InstructionsDrawer.tsx'));

export default function Sites({ page, title, description, add }: ScreenProps): ReactElement {
  const { site, show } = useInstructionsAddress();
  const { scope, profile } = useSession();
  const go = useNavigate();
  // A customer creates only his own sites.
  const initial =
    scope === 'customer' && profile ? { customer: { id: profile.company.id, name: profile.company.name } } : undefined;
  const rowActions = useMemo(
    (): RowAction[] => [
      {
        key: 'instructions',
        label: 'Consignes',
        icon: IconNote,
        rights: ['listSiteInstructionBooks'],
        run: (row) => show(row.id),
      },
      ...onSite.map(({ path, ...action }) => ({
        ...action,
        key: path,
        // These screens are for the agency only.
        when: () => scope === 'agency',
        run: ({ id }: AnyRow) => void go({ to: path, search: { f: { site: [id] } } as never }),
      })),
    ],
    [show, scope, go],
  );
  return (
    <>
      <EntityTable
        of={Site}
        page={page}
        title={title}
        description={description}
        add={add}
        extras={siteExtras}
        initial={initial}
        rowActions={rowActions}
        tools={tools}
      />
      <Suspense>{site !== null && <InstructionsDrawer page={page} />}</Suspense>
    </>
  );
}
