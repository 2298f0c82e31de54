import type { ReactElement } from 'react';
import { LogEvent } from '#core/logbook/event.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { eventExtras } from './extras.ts';

/** An entry of the daily log, above any screen. */
export default function EventSheet(props: SheetProps): ReactElement {
  return <EntityDialog of={LogEvent} extras={eventExtras} {...props} />;
}
