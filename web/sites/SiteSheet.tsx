import type { ReactElement } from 'react';
import { Site } from '#core/sites/site.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { siteExtras } from './siteExtras.ts';

/** A site, above any screen. */
export default function SiteSheet(props: SheetProps): ReactElement {
  return <EntityDialog of={Site} extras={siteExtras} {...props} />;
}
