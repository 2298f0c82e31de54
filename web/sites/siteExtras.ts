// What the dialog of a site shows in addition to its fields.
import { lazy } from 'react';
import { Site } from '#core/sites/site.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { beforeLeaving } from '../leaving/asked.ts';
import { sitePart } from '../logbook/parts.ts';
import { equipment } from './equipment.ts';
import { InstructionsLink } from './instructions/InstructionsLink.tsx';
import { SiteMap } from './SiteMap.tsx';

export const siteExtras: DialogExtras = {
  summary: lazy(() => import('./SiteSummary.tsx')),
  below: { Adresse: SiteMap, Général: InstructionsLink },
  parts: [equipment, sitePart],
  beforeMove: beforeLeaving(Site, 'site'),
};
