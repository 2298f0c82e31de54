// Reports on the phone: written at the service, signed on the glass, sent when there is a network.
import { refusals } from '#core/planning/lifecycle.ts';
import { isActive } from '#core/planning/status.ts';
import { reportCreate, reportEdit } from '#core/reports/messages.ts';
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';
import { missingOf } from './held.ts';

export const reports: FieldPart = {
  name: 'reports',
  messages: [reportCreate, reportEdit],
  serviceScreens: { rapport: screen(() => import('./ReportScreen.tsx')) },
  links: ({ view, service }) =>
    isActive(service.status) &&
    view.held.frame?.reports?.forms[service.id] &&
    holds(view, 'createOwnInterventionReport')
      ? [
          {
            ...{ label: 'Rapport', to: 'rapport' },
            ...(missingOf(view, service.id).length > 0 ? { note: 'à signer' } : {}),
          },
        ]
      : [],
  // N-066: the server keeps an unsigned end for the agency.
  beforeEnd: ({ view, service }) => (missingOf(view, service.id).length > 0 ? refusals.unsigned : null),
};
