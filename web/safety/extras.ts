import { lazy } from 'react';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { formatMoment } from '#ui/format.ts';

export const alarmExtras: DialogExtras = {
  summary: lazy(() => import('./AlarmSummary.tsx')),
  title: ({ label, receivedAt }, zone) => `${String(label)} · ${formatMoment(String(receivedAt), zone)}`,
};
