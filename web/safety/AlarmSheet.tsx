import type { ReactElement } from 'react';
import { Alarm } from '#core/safety/alarm-record.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { alarmExtras } from './extras.ts';

/** An alarm, above any screen. */
export default function AlarmSheet(props: SheetProps): ReactElement {
  return <EntityDialog of={Alarm} extras={alarmExtras} {...props} />;
}
