// Requests on the phone: asked with or without a network, their answers read again later.
import { requestCreate, requestMessage } from '#core/requests/messages.ts';
import { type FieldPart, holds } from '../part.ts';
import { screen } from '../screens.ts';

export const requests: FieldPart = {
  name: 'requests',
  messages: [requestCreate, requestMessage],
  pages: { demandes: screen(() => import('./RequestsPage.tsx')) },
  menu: (view) => (holds(view, 'listOwnAgentRequests') ? [{ label: 'Mes demandes', to: 'demandes' }] : []),
};
