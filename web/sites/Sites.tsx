// The sites' table, for the agency and for its customers: a map under the address, the equipment beside the record.
import type { ReactElement } from 'react';
import { Site } from '#core/sites/site.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { equipment } from './equipment.ts';
import { SiteMap } from './SiteMap.tsx';

const extras: DialogExtras = { below: { Adresse: SiteMap }, parts: [equipment] };

export default function Sites({ page, title, description, add }: ScreenProps): ReactElement {
  return <EntityTable of={Site} page={page} title={title} description={description} add={add} extras={extras} />;
}
