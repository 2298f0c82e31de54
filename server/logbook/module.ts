import { LogEvent } from '#core/logbook/event.ts';
import { extend, module } from '#server/kernel/module.ts';
import { logEventExtension } from './event.ts';
import { logbookHandlers } from './logbook.ts';
import { mailDailyLogs } from './mailing.ts';
import { logbookPeople } from './people.ts';
import { printHandlers, serveLogbookPages } from './printing.ts';
import { receiveCorrection, receiveEntry, receiveFinding } from './receiving.ts';
import { settingsHandlers } from './settings.ts';

export const logbook = module({
  entities: [extend(LogEvent, logEventExtension)],
  calls: [...logbookHandlers, ...printHandlers, ...settingsHandlers],
  jobs: [mailDailyLogs],
  pages: serveLogbookPages,
  receivers: [receiveEntry, receiveCorrection, receiveFinding],
  people: logbookPeople,
});
