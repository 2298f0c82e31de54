import { Alarm } from '#core/safety/alarm-record.ts';
import { extend, module } from '#server/kernel/module.ts';
import { alarmExtension, alarmHandlers } from './alarms.ts';
import { safetyPeople } from './people.ts';
import { receiveReport } from './receiving.ts';
import { escalateAlarm } from './telling.ts';
import { watchLoneWorkers } from './watching.ts';

export const safety = module({
  entities: [extend(Alarm, alarmExtension)],
  calls: alarmHandlers,
  jobs: [escalateAlarm, watchLoneWorkers],
  receivers: [receiveReport],
  people: safetyPeople,
});
