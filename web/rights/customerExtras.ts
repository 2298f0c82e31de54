import { lazy } from 'react';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';

export const customerExtras: DialogExtras = { summary: lazy(() => import('./CustomerSummary.tsx')) };
