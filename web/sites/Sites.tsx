import { lazy, type ReactElement, Suspense } from 'react';
import { Site } from '#core/sites/site.ts';
import { useSession } from '#ui/client/session.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { ImportTool } from '../imports/ImportTool.tsx';
import { useInstructionsAddress } from './instructions/address.ts';
import { siteExtras } from './siteExtras.ts';
import { useSiteActs } from './useSiteActs.ts';

const tools = <ImportTool of={Site} />;

const InstructionsDrawer = lazy(() => import('./instructions/InstructionsDrawer.tsx'));

export default function Sites({ page, title, description, add }: ScreenProps): ReactElement {
  const { site, show } = useInstructionsAddress();
  const actions = useSiteActs(show);
  const { scope, profile } = useSession();
  // A customer creates only his own sites.
  const initial =
    scope === 'customer' && profile ? { customer: { id: profile.company.id, name: profile.company.name } } : undefined;
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
        rowActions={actions}
        tools={tools}
      />
      <Suspense>{site !== null && <InstructionsDrawer page={page} />}</Suspense>
    </>
  );
}
