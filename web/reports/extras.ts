import { lazy } from 'react';
import type { Reference } from '#core/kernel/field.ts';
import { type ReportType, reportLabels } from '#core/reports/types.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';

export const reportExtras: DialogExtras = {
  summary: lazy(() => import('./ReportSummary.tsx')),
  title: ({ discr, site, reference }) =>
    [reportLabels[discr as ReportType], (site as Reference | null)?.name ?? reference].filter(Boolean).join(' · '),
};
