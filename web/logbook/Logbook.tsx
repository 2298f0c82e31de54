// « Mains courantes », for the agency, its agents and its customers (P-025, P-026).
import { lazy, type ReactElement } from 'react';
import type { Filters } from '#core/kernel/query.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { shortMoment } from '#ui/format.ts';
import { IconSettings } from '#ui/icons.ts';
import { useOwnRows } from '#ui/own-rows.ts';
import type { ScreenProps } from '#ui/shell/screen.ts';
import type { CardFields } from '#ui/Table/Cards.tsx';
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

/** On a phone: who, where and its state before when. */
const card: CardFields = {
  title: 'label',
  second: ['author', 'site', 'state', 'description'],
  last: ({ createdAt }, zone) => shortMoment(String(createdAt), zone),
  whole: true,
};

/** « Mon activité » (P-025). */
export function OwnLogbook(props: ScreenProps): ReactElement {
  return <Logbook {...props} always={useOwnRows(LogEvent)} />;
}

export default function Logbook({
  page,
  title,
  description,
  always,
}: ScreenProps & { always?: Filters | undefined }): ReactElement {
  return (
    <EntityTable
      of={LogEvent}
      page={page}
      title={title}
      description={description}
      add={false}
      always={always}
      extras={eventExtras}
      card={card}
      tools={tools}
      above={always ? undefined : <LogGraph page={page} />}
    />
  );
}
