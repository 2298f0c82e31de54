import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { refuseReport } from '#core/reports/calls.ts';
import { defaultTemplate } from '#core/reports/template.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import type { AnyRow } from '#ui/moves.ts';
import HireDialog from './agents/HireDialog.tsx';
import TypesDialog from './logbook/TypesDialog.tsx';
import SellerDialog from './payments/SellerDialog.tsx';
import ReasonDialog from './reports/ReasonDialog.tsx';
import TemplatesDialog from './reports/TemplatesDialog.tsx';
import { RightsEditor } from './rights/RightsEditor.tsx';
import { owner, showPage, startAfresh } from './testing/page.tsx';

beforeEach(startAfresh);

const candidate = rowOf(Agent, { id: idOf(1), fullname: 'Zoé Durand' }) as unknown as AnyRow;
const template = defaultTemplate('intervention', 'STANDARD');
const seller = {
  ...{ name: 'Vigie SAS', legalStatus: null, capital: null, siret: null, vatNumber: null, rcs: null, street: null },
  ...{ zipcode: null, city: null, email: null, bankDetails: null, suspensionDays: 15 },
};
const holder = {
  ...{ id: idOf(1), fullname: 'Zoé Durand', type: 'AGENCY', isOwner: false, hasAccount: true, secondFactor: false },
  ...{ email: 'zoe@exemple.fr', invitedAt: null, rights: {}, version: 3 },
};
const onClose = (): void => undefined;
const reason = { title: 'Refuser', endpoint: refuseReport, id: idOf(1), done: 'Rapport refusé', onClose };

interface Case {
  Dialog(): ReactElement;
  /** What the dialog reads first. */
  read: Reply[1];
  label: string;
  save?: string;
  session?: typeof owner;
}

const staff: typeof owner = () => sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
const cases: Record<string, Case> = {
  'a hire': {
    Dialog: () => <HireDialog agent={candidate} onClose={onClose} />,
    ...{ read: { agent: candidate }, label: 'Intitulé', save: 'Embaucher' },
  },
  'the seller': {
    Dialog: () => <SellerDialog onClose={onClose} />,
    ...{ read: { seller, version: 1, cards: false, debits: false }, label: 'Ville', session: staff },
  },
  'a choice of event types': {
    Dialog: () => <TypesDialog site={null} onClose={onClose} />,
    ...{ read: { agency: [], sites: [], version: 1 }, label: 'Intrusion : Client' },
  },
  'a template': {
    Dialog: () => <TemplatesDialog type="intervention" onClose={onClose} />,
    ...{ read: { templates: [template] }, label: 'Champ 1 de Alerte' },
  },
  'a choice of rights': {
    Dialog: () => <RightsEditor id={idOf(1)} name="Zoé Durand" onClose={onClose} />,
    ...{ read: { userCompany: holder }, label: 'Lister les sites' },
  },
  'a reason': { Dialog: () => <ReasonDialog {...reason} />, read: {}, label: 'Motif' },
};

test.each(Object.entries(cases))(
  'while %s is saved, the dialog takes no input, and takes it again after',
  async (_, one) => {
    const { Dialog, read, label, save = 'Enregistrer', session = owner } = one;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    serve(({ method, path }) => {
      if (path.endsWith('/fetch/expirationTypes')) return [200, { expirationTypes: [], filtered: 0 }];
      if (path.includes('/fetch/')) return [200, { rightsSets: [], filtered: 0 }];
      return method === 'GET' ? [200, read] : promise;
    });
    showPage(<Dialog />, session());
    // By label: a search by role among hundreds of boxes takes seconds.
    const field = () => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement;
    const isInert = (): boolean => field().closest('[inert]') !== null;
    await screen.findAllByLabelText(label);
    if (field().type === 'checkbox') fireEvent.click(field());
    else fireEvent.change(field(), { target: { value: 'Nice' } });
    expect(isInert()).toBe(false);
    fireEvent.click(screen.getByText(save).closest('button') as HTMLButtonElement);
    await waitFor(() => expect(isInert()).toBe(true));
    resolve([409, { code: 409, message: 'Refusé' }]);
    await waitFor(() => expect(isInert()).toBe(false));
  },
);
