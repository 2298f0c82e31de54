// Reports on the phone: written at the service, signed on the glass, sent when there is a network.
import { refusals } from '#core/planning/lifecycle.ts';
import { isActive } from '#core/planning/status.ts';
import { reportCreate, reportEdit } from '#core/reports/messages.ts';
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';
import { type KnownReport, knownReport, missingOf } from './held.ts';

const stateOf = (known: KnownReport | null): string | null =>
  known && (known.isSubmitted ? 'remis' : known.isRefused ? 'à reprendre' : 'à remettre');

export const reports: FieldPart = {
  name: 'reports',
  messages: [reportCreate, reportEdit],
  serviceScreens: { rapport: screen(() => import('./ReportScreen.tsx')) },
  // After the service too: to read it again, or to take it up again.
  links: ({ view, service }) => {
    const known = knownReport(view, service.id);
    const form = view.held.frame?.reports?.forms[service.id];
    if (!form || !holds(view, 'createOwnInterventionReport') || (!isActive(service.status) && !known)) return [];
    const note = missingOf(view, service.id).length > 0 ? 'à signer' : stateOf(known);
    return [{ ...{ label: 'Rapport', to: 'rapport' }, ...(note ? { note } : {}) }];
  },
  // N-066: the server keeps an unsigned end for the agency.
  beforeEnd: ({ view, service }) => (missingOf(view, service.id).length > 0 ? refusals.unsigned : null),
};
