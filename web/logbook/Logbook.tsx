// « Mains courantes », for the agency, its agents and its customers (P-025, P-026).
import { lazy, type ReactElement } from 'react';
import { LogEvent } from '#core/logbook/event.ts';
import { IconSettings } from '#ui/icons.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { EntityTable } from '#ui/Table/EntityTable.tsx';
import { eventExtras } from './extras.ts';
import { LogGraph } from './Graph.tsx';
import { NewEntry } from './NewEntry.tsx';
import { Opening } from './Opening.tsx';

const TypesDialog = lazy(() => import('./TypesDialog.tsx'));

const tools = (
  <>
    <Opening label="Types d’événements" icon={IconSettings} rights={['editAgencySetting']} wide>
      {(close) => <TypesDialog site={null} onClose={close} />}
    </Opening>
    <NewEntry />
  </>
);

export default function Logbook({ page, title, description }: ScreenProps): ReactElement {
  return (
    <EntityTable
      of={LogEvent}
      page={page}
      title={title}
      description={description}
      add={false}
      extras={eventExtras}
      tools={tools}
      above={<LogGraph page={page} />}
    />
  );
}
