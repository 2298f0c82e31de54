import { lazy } from 'react';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { formatMoment } from '#ui/format.ts';

export const eventExtras: DialogExtras = {
  summary: lazy(() => import('./EventSummary.tsx')),
  title: ({ label, createdAt }, zone) => `${String(label)} · ${formatMoment(String(createdAt), zone)}`,
};
