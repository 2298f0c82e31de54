// The report in the dialog of a service.
import { lazy } from 'react';
import { AgencyReport } from '#core/reports/report.ts';
import { reportTypeOf } from '#core/reports/types.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconReport } from '#ui/icons.ts';
import { may } from '#ui/may.ts';

export const reportPart: DialogPart = {
  key: 'rapport',
  label: 'Rapport',
  icon: IconReport,
  when: (row, session) => reportTypeOf(row.activityType as number) !== null && may(session, AgencyReport, 'list'),
  Content: lazy(() => import('./ServiceReport.tsx')),
};
