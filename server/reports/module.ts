import { AgencyReport } from '#core/reports/report.ts';
import { extend, module } from '#server/kernel/module.ts';
import { reportMoved } from './deciding.ts';
import { clockReportMails, mailReports } from './mailing.ts';
import { reportPeople } from './people.ts';
import { receiveReport, receiveReportEdit } from './receiving.ts';
import { reportExtension } from './report.ts';
import { reportHandlers } from './reports.ts';
import { templateHandlers } from './templates.ts';

export const reports = module({
  entities: [extend(AgencyReport, { ...reportExtension, afterMove: reportMoved } as typeof reportExtension)],
  calls: [...reportHandlers, ...templateHandlers],
  jobs: [mailReports, clockReportMails],
  receivers: [receiveReport, receiveReportEdit],
  people: reportPeople,
});
