import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { emailMessages } from '#core/mail/email.ts';
import type { Right } from '#core/rights.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import Customers from '../rights/Customers.tsx';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import Composer from './Composer.tsx';
import { emptyDraft, faultsOf } from './draft.ts';
import EmailTracking from './EmailTracking.tsx';

beforeEach(startAfresh);

const staff = (...rights: Right[]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights })] }), { profileId: null, agency: null });

const senders = { senders: [{ address: 'contact@azur.example', name: 'Azur Sécurité' }] };
const file = {
  id: '0199d1f0-0000-4000-8000-000000000001',
  name: 'Devis.pdf',
  mimeType: 'application/pdf',
  size: 2_048,
  url: '/x',
};

function compose(answer: (request: StubRequest) => Reply = () => [200, { email: { id: idOf(1) } }]): StubRequest[] {
  return serve((request) => (request.path.endsWith('/email/senders') ? [200, senders] : answer(request)));
}
const sentTo = (calls: StubRequest[]): StubRequest[] => calls.filter(({ path }) => path.endsWith('/email'));

test('a mail needs a sender, a recipient and a subject', () => {
  expect(faultsOf(emptyDraft)).toEqual({ from: 'Obligatoire', to: 'Obligatoire', subject: 'Obligatoire' });
  const whole = { ...emptyDraft, from: 'a@b.fr', to: ['c@d.fr'], subject: 'Bonjour' };
  expect(faultsOf(whole)).toEqual({});
  expect(faultsOf({ ...whole, bcc: ['x'] })).toEqual({ bcc: 'Veuillez saisir une adresse mail valide' });
  const many = Array.from({ length: 101 }, (_, n) => `a${n}@b.fr`);
  expect(faultsOf({ ...whole, to: many })).toEqual({ to: '100 destinataires au plus.' });
});

test('a mail is sent, and the user is notified', async () => {
  const calls = compose();
  const closed = vi.fn();
  const user = showPage(<Composer onClose={closed} />);
  await user.type(await screen.findByRole('combobox', { name: 'À' }), 'zoe@exemple.fr,');
  await user.type(screen.getByRole('combobox', { name: 'Cc' }), 'Copie@Exemple.fr ');
  await user.type(screen.getByRole('textbox', { name: 'Objet' }), 'Votre devis');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Email bien envoyé')).toBeTruthy();
  expect(closed).toHaveBeenCalledOnce();
  expect(sentTo(calls)).toHaveLength(1);
  expect(sentTo(calls)[0]).toMatchObject({
    method: 'POST',
    body: {
      from: 'contact@azur.example',
      to: ['zoe@exemple.fr'],
      cc: ['copie@exemple.fr'],
      bcc: [],
      subject: 'Votre devis',
      attachments: [],
      lockedAttachments: [],
    },
  });
});

test('a wrong address is reported at once, and nothing is sent', async () => {
  const calls = compose();
  const user = showPage(<Composer onClose={() => {}} initial={{ subject: 'Bonjour' }} />);
  await user.type(await screen.findByRole('combobox', { name: 'À' }), 'pas-une-adresse,');
  await user.tab();
  expect(await screen.findByText('Veuillez saisir une adresse mail valide')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(sentTo(calls)).toEqual([]);
});

test('locked files cannot be removed, and are sent with the mail', async () => {
  const calls = compose();
  const initial = {
    to: ['zoe@exemple.fr'],
    subject: 'Devis',
    lockedAttachments: [file],
    attachments: [{ ...file, id: '0199d1f0-0000-4000-8000-000000000002', name: 'Plan.pdf' }],
  };
  const user = showPage(<Composer onClose={() => {}} initial={initial} />);
  const locked = await screen.findByRole('region', { name: 'Pièces jointes du document' });
  expect(within(locked).queryByRole('button', { name: /Retirer/ })).toBeNull();
  await screen.findByDisplayValue('Azur Sécurité <contact@azur.example>');
  await user.click(screen.getByRole('button', { name: 'Retirer Plan.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sentTo(calls)).toHaveLength(1));
  expect(sentTo(calls)[0]?.body).toMatchObject({ lockedAttachments: [{ id: file.id }], attachments: [] });
});

test('a violation is shown under its field; the same mail again has the same key', async () => {
  let first = true;
  const calls = compose(() => {
    if (!first) return [200, { email: { id: idOf(1) } }];
    first = false;
    return refusal(400, 'x', { violations: [{ path: 'to.0', message: 'Veuillez saisir une adresse mail valide' }] });
  });
  const user = showPage(<Composer onClose={() => {}} initial={{ to: ['zoe@exemple.fr'], subject: 'Bonjour' }} />);
  await screen.findByDisplayValue('Azur Sécurité <contact@azur.example>');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Veuillez saisir une adresse mail valide')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sentTo(calls)).toHaveLength(2));
  const [one, two] = sentTo(calls);
  expect(one?.key).toBe(two?.key);
});

test('to many recipients: asks first, sends one mail each, and retries only the failed ones', async () => {
  const refused = new Set(['nord@exemple.fr']);
  const calls = compose(({ body }) => {
    const [to = ''] = (body as { to: string[] }).to;
    return refused.has(to) ? refusal(500, 'Le serveur est occupé') : [200, { email: { id: idOf(1) } }];
  });
  const each = [
    { name: 'Nord', to: 'nord@exemple.fr' },
    { name: 'Sud', to: 'sud@exemple.fr' },
  ];
  const closed = vi.fn();
  const user = showPage(<Composer each={each} initial={{ subject: 'Bonjour' }} onClose={closed} />);
  await screen.findByDisplayValue('Azur Sécurité <contact@azur.example>');
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  const question = await screen.findByRole('dialog', { name: 'Envoyer 2 email(s) ?' });
  expect(sentTo(calls)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('1 email(s) n’ont pas pu être envoyé(s)')).toBeTruthy();
  expect(screen.getByText(/Nord \(nord@exemple\.fr\) : /)).toBeTruthy();
  expect(sentTo(calls).map(({ body }) => (body as { to: string[] }).to)).toEqual([
    ['nord@exemple.fr'],
    ['sud@exemple.fr'],
  ]);
  refused.clear();
  await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Envoyer 1 email(s) ?' })).getByRole('button', {
      name: 'Envoyer',
    }),
  );
  expect(await screen.findByText('Email(s) bien envoyé(s)')).toBeTruthy();
  expect(closed).toHaveBeenCalledOnce();
  expect(sentTo(calls)).toHaveLength(3);
});

test('of several customers, those without an address are named, and the others get a separate mail', async () => {
  const rows = [
    rowOf(Customer, { id: idOf(11), name: 'Muet' }),
    rowOf(Customer, { id: idOf(12), name: 'Nord', email: 'nord@exemple.fr' }),
    rowOf(Customer, { id: idOf(13), name: 'Sud', userCompanies: [{ lastname: 'Roux', email: 'roux@exemple.fr' }] }),
  ];
  const calls = compose(({ path }) => {
    if (path.endsWith('/email')) return [200, { email: { id: idOf(1) } }];
    const read = rows.find(({ id }) => path.endsWith(`/customer/${id}`));
    if (read) return [200, { customer: read }];
    return [200, { customers: rows.map((row) => listedOf(Customer, row)), filtered: rows.length }];
  });
  const user = showPage(<Customers page="customers" title="Clients" description="" add={false} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Tout sélectionner sur la page' }));
  const tools = await screen.findByRole('toolbar', { name: 'Lignes sélectionnées' });
  await user.click(within(tools).getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Envoyer un e-mail' }));
  const composer = await screen.findByRole('dialog', { name: 'E-mail à 2 client(s)' });
  expect(within(composer).getByText('Sans adresse e-mail, donc sans message : Muet.')).toBeTruthy();
  await within(composer).findByDisplayValue('Azur Sécurité <contact@azur.example>');
  await user.type(within(composer).getByRole('textbox', { name: 'Objet' }), 'Fermeture');
  await user.click(within(composer).getByRole('button', { name: 'Envoyer' }));
  const question = await screen.findByRole('dialog', { name: 'Envoyer 2 email(s) ?' });
  await user.click(within(question).getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Email(s) bien envoyé(s)')).toBeTruthy();
  expect(sentTo(calls).map(({ body }) => body)).toMatchObject([
    { to: ['nord@exemple.fr'], cc: [], bcc: [], subject: 'Fermeture' },
    { to: ['roux@exemple.fr'], cc: [], bcc: [], subject: 'Fermeture' },
  ]);
});

const event = {
  id: idOf(2),
  version: 1,
  event: 'hard_bounce',
  date: '2026-11-15T08:30:00.000Z',
  emailSubject: 'Votre devis',
  email: 'zoe@exemple.fr',
  createdAt: '2026-11-15T08:30:00.000Z',
};
const props = {
  page: 'email-tracking',
  title: 'Suivi des e-mails',
  description: 'Ce que deviennent les e-mails envoyés.',
  add: false,
};

function track(content: () => Reply = () => [404, { code: 404, message: 'E-mail introuvable' }]): StubRequest[] {
  return serve(({ path }) => {
    if (path.endsWith('/fetch/emails/events')) return [200, { emailEvents: [event], filtered: 1 }];
    if (path.endsWith('/content')) return content();
    if (path.endsWith('/attachments')) return [200, { attachments: [file] }];
    return [200, {}];
  });
}

test('the tracking list is sorted by date, newest first, 25 per page, with French labels', async () => {
  const calls = track();
  showPage(<EmailTracking {...props} />, staff('listEmailEvents'));
  expect(await screen.findByRole('searchbox', { name: 'Rechercher' })).toBeTruthy();
  expect(await screen.findByText('Rejet définitif')).toBeTruthy();
  expect(calls[0]?.body).toMatchObject({ orderBy: 'date', ascending: false, limit: 25 });
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
});

test('the owner reads a mail and its files; others see which right is missing', async () => {
  track(() => [
    200,
    {
      email: {
        id: idOf(1),
        from: 'contact@azur.example',
        to: ['zoe@exemple.fr'],
        cc: [],
        bcc: ['b@exemple.fr'],
        subject: 'Votre devis',
        message: '<p>Bonjour <strong>Zoé</strong><script>alert(1)</script></p>',
        createdAt: event.date,
        author: 'Dominique Essai',
      },
    },
  ]);
  const user = showPage(<EmailTracking {...props} />, owner());
  await user.click(await screen.findByRole('button', { name: 'Actions : Votre devis' }));
  expect(await screen.findByRole('menuitem', { name: 'Télécharger les pièces jointes' })).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'Voir l’e-mail' }));
  const read = await screen.findByRole('dialog', { name: 'Votre devis' });
  expect(await within(read).findByText('Zoé')).toBeTruthy();
  expect(within(read).getByText('b@exemple.fr')).toBeTruthy();
  expect(await within(read).findByText('Devis.pdf')).toBeTruthy();
  expect(read.innerHTML).not.toContain('<script');
});

test.each([
  ['without text', '', 'Ce message n’a pas de texte.'],
  ['whose text is not kept', null, emailMessages.notKept],
])('a mail %s says so', async (_, message, words) => {
  const mail = { id: idOf(1), from: 'contact@azur.example', to: ['zoe@exemple.fr'], cc: [], bcc: [], message };
  track(() => [200, { email: { ...mail, subject: 'Votre devis', createdAt: event.date, author: null } }]);
  const user = showPage(<EmailTracking {...props} />, owner());
  await user.click(await screen.findByRole('link', { name: 'Votre devis' }));
  const read = await screen.findByRole('dialog', { name: 'Votre devis' });
  expect(await within(read).findByText(words)).toBeTruthy();
});

test('staff without the right see the reason when they open a row', async () => {
  track();
  const user = showPage(<EmailTracking {...props} />, staff('listEmailEvents'));
  await user.click(await screen.findByRole('link', { name: 'Votre devis' }));
  expect(
    await screen.findByText('Vous ne bénéficiez pas de l\'autorisation "Consulter le contenu des e-mails".'),
  ).toBeTruthy();
});
