import { finding, logbookCorrection, logbookEntry } from '#core/logbook/messages.ts';
import { isActive } from '#core/planning/status.ts';
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';

export const logbook: FieldPart = {
  name: 'logbook',
  messages: [logbookEntry, logbookCorrection, finding],
  serviceScreens: { 'main-courante': screen(() => import('./EntryScreen.tsx')) },
  pages: { evenement: screen(() => import('./EventPage.tsx')) },
  links: ({ view, service }) =>
    isActive(service.status) && service.site !== null && holds(view, 'createOwnServiceEvent')
      ? [{ label: 'Main courante', to: 'main-courante' }]
      : [],
};
