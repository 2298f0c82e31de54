import { Badge } from '@mantine/core';
import type { ReactElement } from 'react';
import { type AlarmState, alarmStates } from '#core/safety/alarm.ts';
import { drillMark } from '#core/safety/report.ts';

const colours: Record<AlarmState, string> = {
  ASKED: 'orange',
  RAISED: 'red',
  ACKNOWLEDGED: 'orange',
  TAKEN: 'blue',
  CLOSED: 'gray',
};

export const StateBadge = ({ state }: { state: AlarmState }): ReactElement => (
  <Badge component="span" color={colours[state]} variant="light" tt="none">
    {alarmStates[state]}
  </Badge>
);

export const DrillBadge = (): ReactElement => (
  <Badge component="span" color="grape" variant="light" tt="none">
    {drillMark}
  </Badge>
);
