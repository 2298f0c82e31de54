// The acts on a site, in the menu of its row and in its dialog above any screen.
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RowAction } from '#ui/ActItems.tsx';
import { useSession } from '#ui/client/session.ts';
import { IconFlag, IconNote, IconWalk } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';

/** Related records of a site, on their own screens. */
const onSite = [
  { path: '/checkpoints', label: 'Points de contrôle', icon: IconFlag, rights: ['listCheckpoints'] },
  { path: '/rounds', label: 'Rondes', icon: IconWalk, rights: ['listRounds'] },
] as const;

export function useSiteActs(show: (site: string) => void): readonly RowAction[] {
  const { scope } = useSession();
  const go = useNavigate();
  return useMemo(
    (): RowAction[] => [
      {
        key: 'instructions',
        label: 'Consignes',
        icon: IconNote,
        rights: ['listSiteInstructionBooks'],
        run: ({ id }) => show(id),
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
}
