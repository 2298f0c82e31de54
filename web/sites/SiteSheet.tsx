import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { Site } from '#core/sites/site.ts';
import { useSession } from '#ui/client/session.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { siteExtras } from './siteExtras.ts';
import { useSiteActs } from './useSiteActs.ts';

/** A site, above any screen. Its instructions are on the screen of the sites. */
export default function SiteSheet(props: SheetProps): ReactElement {
  const { scope } = useSession();
  const go = useNavigate();
  const show = useCallback(
    (instructions: string) =>
      void go({ to: scope === 'customer' ? '/customerSites' : '/sites', search: { instructions } as never }),
    [go, scope],
  );
  return <EntityDialog of={Site} extras={siteExtras} actions={useSiteActs(show)} {...props} />;
}
