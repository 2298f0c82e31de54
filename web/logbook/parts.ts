// The daily log in the dialogs of a site and of a service.
import { lazy } from 'react';
import { LogEvent } from '#core/logbook/event.ts';
import type { Session } from '#ui/client/session.ts';
import type { DialogPart } from '#ui/EntityDialog/extras.ts';
import { IconNotebook } from '#ui/icons.ts';
import { may } from '#ui/may.ts';

const common = {
  key: 'main-courante',
  label: 'Main courante',
  icon: IconNotebook,
  when: (_: unknown, session: Session) => may(session, LogEvent, 'list'),
};

export const sitePart: DialogPart = {
  ...common,
  Content: lazy(() => import('./LogTimeline.tsx').then(({ SiteTimeline }) => ({ default: SiteTimeline }))),
};

export const servicePart: DialogPart = {
  ...common,
  // A tour has several sites: its stops have their own logs.
  when: (row, session) => common.when(row, session) && row.site !== null,
  Content: lazy(() => import('./LogTimeline.tsx').then(({ ServiceTimeline }) => ({ default: ServiceTimeline }))),
};
