import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mostWrong } from '#core/field/device-code.ts';
import { fieldWaiting } from '#ui/client/field-device.ts';
import { agencyId } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { currentTokens, keepTokens } from '#ui/client/tokens.ts';
import { checkVersion, update } from '#ui/client/version.ts';
import { deviceState } from './device.ts';
import {
  answering,
  begin,
  enrol,
  enrolled,
  id,
  now,
  onPhone,
  pack,
  restart,
  show,
  site,
  taken,
  tokenOf,
  user,
} from './testing/phone.tsx';

onPhone();

test('R-007: a refused message is asked about; « Oui » passes over it and reports it', async () => {
  const sent: string[][] = [];
  answering((request) => {
    const types = (request.body as { events: { type: string }[] }).events.map(({ type }) => type);
    sent.push(types);
    return types[0] === 'service-step' ? refusal(400, 'Statut inconnu') : taken(request);
  });
  await enrol();
  await begin();
  const dialog = await screen.findByRole('dialog', { name: 'La requête transmise semble incorrecte' });
  for (const words of [
    'Étape du service',
    'Statut inconnu',
    'Souhaitez-vous sauter l’instruction et traiter les messages suivants ?',
  ])
    expect(dialog.textContent).toContain(words);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(sent).toContainEqual(['skipped']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('R-004: without an answer the event waits, and the service has begun on the telephone', async () => {
  answering(() => refusal(503, 'Maintenance'));
  await enrol();
  await begin();
  expect((await screen.findByRole('region', { name: 'Service en cours' })).textContent).toContain('En cours');
  await userEvent.click(await screen.findByRole('button', { name: '1 élément à transmettre' }));
  const dialog = screen.getByRole('dialog', { name: 'Transmission' });
  expect(dialog.textContent).toContain('Transmission échouée... Nouvelle tentative en attente...');
  expect(dialog.textContent).toContain('Certains éléments concernant le service n’ont pas été transmis au serveur.');
});

test('S-039: SOS works inside an open sheet, which also says what became of the report', async () => {
  answering(() => refusal(503, 'Maintenance'));
  await enrol();
  await begin();
  await userEvent.click(await screen.findByRole('button', { name: '1 élément à transmettre' }));
  const dialog = screen.getByRole('dialog', { name: 'Transmission' });
  const sos = await within(dialog).findByRole('button', { name: /^SOS/ });
  fireEvent.pointerDown(sos, { button: 0 });
  expect((await within(dialog).findByRole('alert', {}, { timeout: 4_000 })).textContent).toContain(
    'Votre agence n’a PAS encore reçu cette alerte.',
  );
  fireEvent.pointerUp(sos);
});

test.each([
  ['applied', 'Votre alerte SOS a été transmise.'],
  ['kept', 'Votre agence n’a PAS confirmé cette alerte.'],
] as const)('an SOS whose event is %s by the server says so', async (outcome, words) => {
  answering((request) => (request.path.endsWith('/event-pti') ? refusal(503, 'Maintenance') : taken(request, outcome)));
  await enrol();
  await begin();
  const sos = await screen.findByRole('button', { name: /^SOS/ });
  fireEvent.pointerDown(sos, { button: 0 });
  await screen.findByText(words, {}, { timeout: 6_000 });
  fireEvent.pointerUp(sos);
});

test('a locked telephone says that an SOS has not left, and whom to call, without its code', async () => {
  answering(() => refusal(503, 'Maintenance'));
  await enrol();
  await begin();
  const sos = await screen.findByRole('button', { name: /^SOS/ });
  fireEvent.pointerDown(sos, { button: 0 });
  await screen.findByText(/n’a PAS encore reçu/, {}, { timeout: 4_000 });
  restart();
  expect((await screen.findByText(/n’est pas partie/)).textContent).toBe('Une alerte SOS n’est pas partie.');
  expect(screen.getByText(/2 éléments à transmettre/).textContent).toContain('pour qu’ils partent.');
  expect(screen.getByRole('link', { name: /secours/ }).getAttribute('href')).toBe('tel:112');
  expect(screen.getByRole('link', { name: /agence/ }).getAttribute('href')).toBe('tel:0493112233');
});

test('what the server keeps is shown as « à vérifier par l’agence »', async () => {
  answering((request) => taken(request, 'kept'));
  await enrol();
  await begin();
  await userEvent.click(await screen.findByRole('button', { name: '1 élément à vérifier par l’agence' }));
  expect(screen.getByRole('dialog', { name: 'À vérifier par l’agence' }).textContent).toContain(
    'Le service est déprogrammé',
  );
  // Its own screen says so too: who began it there does not find it as if nothing had happened.
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Site, consignes et accès' }));
  await screen.findByRole('link', { name: 'Retour' });
  await userEvent.click(await screen.findByRole('button', { name: '1 élément à vérifier par l’agence' }));
  await userEvent.click(screen.getByRole('button', { name: 'J’ai lu' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /à vérifier par l’agence/ })).toBeNull());
});

test('a message of the agency is on the home and on its service until he has read it', async () => {
  const sent: string[] = [];
  const notification = '01900000-0000-7000-8000-0000000000c1';
  const message = { id: notification, service: id, text: 'Passez par le quai B', at: now() };
  answering(
    (request) => {
      sent.push(JSON.stringify(request.body));
      return taken(request);
    },
    undefined,
    () => ({ ...pack(), messages: sent.length > 0 ? [] : [message] }),
  );
  await enrol();
  await screen.findByText('Passez par le quai B');
  await userEvent.click(await screen.findByRole('link', { name: 'Site, consignes et accès' }));
  await screen.findByRole('link', { name: 'Retour' });
  await screen.findByText('Passez par le quai B');
  await userEvent.click(screen.getByRole('button', { name: 'J’ai lu' }));
  await waitFor(() => expect(screen.queryByText('Passez par le quai B')).toBeNull());
  await waitFor(() => expect(sent.join()).toContain(notification));
});

test('a notification that reaches the telephone brings the message of the agency at once', async () => {
  const workers = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  let messages: object[] = [];
  answering(
    (request) => taken(request),
    undefined,
    () => ({ ...pack(), messages }),
  );
  await enrol();
  await screen.findByRole('link', { name: 'Site, consignes et accès' });
  messages = [{ id: '01900000-0000-7000-8000-0000000000c2', service: id, text: 'Fermez le portail nord', at: now() }];
  workers.dispatchEvent(new MessageEvent('message', { data: { push: 'arrived' } }));
  await screen.findByText('Fermez le portail nord');
});

test('a service that nobody began and that is over says so, and whom to call', async () => {
  answering(
    (request) => taken(request),
    undefined,
    () => {
      const { changed, agency, ...rest } = pack();
      const [one] = changed.services;
      const hours = (from: number, to: number) => ({
        startAt: new Date(Date.now() - from * 3_600_000).toISOString(),
        endAt: new Date(Date.now() - to * 3_600_000).toISOString(),
      });
      const services = [{ ...one, row: { ...(one?.row as object), ...hours(3, 1) } }];
      return { ...rest, agency: { ...agency, phone: '0493000000' }, changed: { ...changed, services } };
    },
  );
  await enrol('Service terminé');
  const card = within(await screen.findByRole('region', { name: 'Service terminé' }));
  expect(card.getByText('Terminé sans prise de service : appelez l’agence.')).toBeTruthy();
  expect(card.getByRole('link', { name: /Appeler l’agence/ }).getAttribute('href')).toBe('tel:0493000000');
});

test('an event is not handed over by somebody else’s session', async () => {
  const calls = answering((request) => taken(request));
  await enrol();
  keepTokens({ token: tokenOf('01900000-0000-7000-8000-0000000000aa'), refresh_token: 'r' });
  await begin();
  expect(await screen.findByRole('button', { name: 'Connexion expirée · 1 élément à transmettre' })).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith('/sourcing/batch'))).toBe(false);
});

test('AG-008: a newer version is offered on the home, and an ignored one not again', async () => {
  answering((request) => taken(request), undefined, pack, '77.0.0');
  await enrol();
  const notice = await screen.findByRole('region', { name: 'Nouvelle version' });
  expect(notice.textContent).toContain('Une mise à jour est disponible. Veuillez recharger la page.');
  expect(within(notice).getByRole('button', { name: 'Rafraîchir' })).toBeTruthy();
  await userEvent.click(within(notice).getByRole('button', { name: 'Ignorer' }));
  expect(screen.queryByRole('region', { name: 'Nouvelle version' })).toBeNull();
  await checkVersion();
  expect(update.get()).toBeNull();
});

test('a wrong code opens nothing and is counted over restarts; the tenth locks, and the account opens it with another code', async () => {
  const calls = answering((request) => taken(request));
  await enrol();
  restart();
  await userEvent.type(await screen.findByLabelText('Code de ce téléphone'), '111222');
  expect((await screen.findByText('Ce n’est pas le bon code')).textContent).toBeTruthy();
  const state = deviceState.get();
  expect(state.is === 'locked' && state.tries.wrong).toBe(1);
  restart();
  await screen.findByLabelText('Code de ce téléphone');
  const again = deviceState.get();
  expect(again.is === 'locked' && again.tries.wrong).toBe(1);
  if (again.is === 'locked') deviceState.set({ ...again, tries: { wrong: mostWrong, at: Date.now() } });
  expect((await screen.findByText(/Dix codes faux/)).textContent).toContain('Ce qui attend d’être transmis est gardé');
  await userEvent.type(screen.getByLabelText(/6 chiffres/), '135792');
  await userEvent.type(screen.getByLabelText('Le même code une seconde fois'), '135792');
  await userEvent.click(screen.getByRole('button', { name: 'Changer de code' }));
  expect(await screen.findByRole('region', { name: 'Prochain service' })).toBeTruthy();
  expect(
    calls.filter(({ path }) => path === `/agency/${agencyId}/agent/${user.userCompanies[0]?.id}/field/device`),
  ).toHaveLength(2);
});

test.each([
  ['nothing for an agent without rights, who has his sites', ['executeOwnService', 'listOwnSites'], []],
  ['the screens that his rights open to who leads', ['executeOwnService', 'listServices'], ['Services']],
] as const)('« Encadrement » has %s', async (_, rights, desks) => {
  answering(
    (request) => taken(request),
    () => 'enrolled',
    () => ({ ...pack(), person: { name: 'Mehdi Laurent', rights } }),
  );
  await enrol();
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  const entry = menu.queryByRole('link', { name: 'Encadrement' });
  expect([entry !== null, menu.queryByRole('link', { name: 'Sites' }) !== null]).toEqual(
    desks.length > 0 ? [true, false] : [false, true],
  );
  if (!entry) return;
  await userEvent.click(entry);
  const group = await screen.findByRole('region', { name: 'Planification' });
  expect(
    within(group)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(desks);
  expect(screen.queryByRole('region', { name: 'Suivi' })).toBeNull();
});

test('leaving during a service says that SOS and protection stop, otherwise not', async () => {
  answering((request) => taken(request));
  await enrol();
  const leave = async (): Promise<string> => {
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(screen.getByRole('button', { name: 'Quitter le mode terrain' }));
    const words = screen.getByRole('dialog', { name: 'Quitter le mode terrain ?' }).textContent ?? '';
    await userEvent.click(screen.getByRole('button', { name: 'Rester' }));
    return words;
  };
  expect(await leave()).not.toContain('ni SOS ni protection');
  await begin();
  expect(await leave()).toContain('ni SOS ni protection');
});

test('leaving with something unsent says so; the locked screen too, and the telephone keeps its person', async () => {
  answering(() => refusal(503, 'Maintenance'));
  await enrol();
  await begin();
  await screen.findByRole('button', { name: '1 élément à transmettre' });
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await userEvent.click(screen.getByRole('button', { name: 'Quitter le mode terrain' }));
  expect(screen.getByRole('dialog', { name: 'Quitter le mode terrain ?' }).textContent).toContain(
    '1 élément à transmettre',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Rester' }));
  restart();
  expect((await screen.findByText(/1 élément à transmettre/)).textContent).toContain('ouvrez avec votre code');
  expect(fieldWaiting.get()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: /Je ne suis pas/ }));
  const dialog = screen.getByRole('dialog', { name: 'Changer de personne' });
  expect(dialog.textContent).toContain('n’est pas transmis');
  expect(within(dialog).queryByRole('button', { name: /Retirer/ })).toBeNull();
});

test('once everything is sent, another person takes the telephone', async () => {
  answering((request) => taken(request));
  await enrol();
  restart();
  await userEvent.click(await screen.findByRole('button', { name: 'Je ne suis pas Camille Roux' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retirer Camille Roux de ce téléphone' }));
  expect(await screen.findByRole('button', { name: 'Inscrire ce téléphone' })).toBeTruthy();
  expect(fieldWaiting.get()).toBeNull();
});

test('without a network the desk cannot be opened', async () => {
  answering((request) => taken(request));
  await enrol();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await userEvent.click(screen.getByRole('button', { name: 'Quitter le mode terrain' }));
  const dialog = screen.getByRole('dialog', { name: 'Quitter le mode terrain ?' });
  expect(within(dialog).queryByRole('button', { name: 'Quitter' })).toBeNull();
  vi.restoreAllMocks();
});

test('a dead session leads to the sign-in page and back', async () => {
  answering(() => refusal(401, 'Invalid JWT Token'));
  await enrol();
  await begin();
  await userEvent.click(await screen.findByRole('button', { name: /Connexion expirée/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(window.location.hash).toBe('#/login?from=/terrain');
  expect(currentTokens()).toBeNull();
});

test('a code that anybody tries first is refused', async () => {
  answering((request) => taken(request));
  show();
  await userEvent.type(await screen.findByLabelText(/6 chiffres/), '123456');
  expect(screen.getByText('Ce code est trop facile à deviner')).toBeTruthy();
});

test('where the agency asks, unread instructions are confirmed before the start; an early end asks for a photo or a reason', async () => {
  const sent: { type: string; payload: unknown }[] = [];
  const asked = pack();
  asked.agency.confirmInstructions = true;
  const row = { id: site, title: 'Accès', content: '<p>Par le portail</p>', site: { id: site }, readAt: null };
  asked.changed.siteInstructions = [{ id: site, digest: 'i', row }];
  serve((request) => {
    if (request.path.endsWith('/field/device')) return enrolled();
    if (request.path.endsWith('/field/pack')) return [200, { ...asked, now: now() }];
    sent.push(...(request.body as { events: typeof sent }).events);
    return taken(request);
  });
  await enrol();
  await userEvent.click(await screen.findByRole('button', { name: 'Démarrer' }));
  const start = screen.getByRole('dialog', { name: 'Démarrer ce service ?' });
  const button = within(start).getByRole<HTMLButtonElement>('button', { name: 'Démarrer' });
  expect(button.disabled).toBe(true);
  await userEvent.click(await within(start).findByRole('checkbox', { name: 'J’ai lu et compris' }));
  await userEvent.click(button);

  await userEvent.click(await screen.findByRole('button', { name: 'Terminer' }));
  const end = screen.getByRole('dialog', { name: 'Fin de service' });
  const finish = within(end).getByRole<HTMLButtonElement>('button', { name: 'Terminer' });
  await userEvent.click(await within(end).findByRole('button', { name: 'Je ne peux pas prendre de photo' }));
  expect(finish.disabled).toBe(true);
  await userEvent.type(within(end).getByLabelText('Pourquoi sans photo ?'), 'Appareil cassé');
  await userEvent.click(finish);
  await waitFor(() =>
    expect(sent.map(({ type, payload }) => [type, payload])).toEqual([
      ['instruction-read', { instruction: site }],
      ['service-step', { status: 200 }],
      ['service-step', { status: 300, content: 'Sans photo : Appareil cassé' }],
    ]),
  );
});
