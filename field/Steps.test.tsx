import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { deleteDB } from 'idb';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { extended, finished, interrupted, paused, running } from '#core/planning/status.ts';
import { store } from '#ui/client/store.ts';
import type { OfService } from './part.ts';
import { Steps } from './Steps.tsx';
import { Connection } from './store/database.ts';
import { Drafts } from './store/drafts.ts';
import { createVault } from './store/vault.ts';
import Unplanned from './unplanned/Unplanned.tsx';

/** Without a network unless a test says more. */
const said = vi.hoisted(() => vi.fn(async () => ({ status: 0, body: {} as object })));
vi.mock('./calls.ts', () => ({ say: said }));

const id = '01900000-0000-7000-8000-0000000000f1';
const site = '01900000-0000-7000-8000-0000000000e1';
const hour = 3_600_000;
let connection: Connection;
let drafts: Drafts;
const recorded = vi.fn(async (message: { type: string }, payload: unknown) => void [message, payload]);

const spot = { latitude: 43.7, longitude: 7.26, accuracy: 8 };
const locate = vi.fn(async () => spot);
const opened = (open: boolean): OfService =>
  ({
    session: {
      drafts,
      device: { agent: id },
      now: () => Date.now(),
      record: recorded,
      readPhoto: async () => null,
      watchPosition: () => undefined,
      position: { start: () => undefined, fix: () => null, permission: store('granted'), locate },
    },
    view: {
      day: [],
      events: [],
      queue: { events: [] },
      held: {
        ...{ serviceRounds: [], services: [], siteInstructions: [], sites: [{ id: site, name: 'Port', status: 100 }] },
        frame: {
          agency: { endPhoto: { service: false, circuit: false }, lateMargin: 5 },
          ...{ person: { rights: ['createOwnServiceEvent', 'createService'] }, typesOff: {} },
        },
      },
    },
    service: {
      ...{ id, site: { id: site, name: 'Port' }, reference: 'S-1', isCircuit: false, circuit: null },
      ...{ status: running, start: Date.now() - 8 * hour, end: Date.now() + (open ? 1 : 0) * hour, openEnded: false },
    },
  }) as never;

const page = async (): Promise<void> => {
  await die();
  const { session, view } = opened(true);
  render(<Unplanned session={session} view={view} rest={[]} />);
};

test('with a network he may begin at any site that is his, not only at those of his telephone', async () => {
  await die();
  const other = { id: '01900000-0000-7000-8000-0000000000d1', name: 'Gare' };
  said.mockResolvedValueOnce({ status: 200, body: { sites: [other], filtered: 1 } });
  await page();
  await userEvent.click(await screen.findByLabelText('Gare'));
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  await press('Démarrer');
  await waitFor(() => expect(recorded.mock.calls.at(-1)?.[1]).toMatchObject({ site: other.id }));
});

test('only active sites are offered, of the telephone as of the server', async () => {
  await die();
  const { session, view } = opened(true);
  const closed = { id: '01900000-0000-7000-8000-0000000000d2', name: 'Quai', status: 200 };
  const sites = [...view.held.sites, closed] as never;
  render(<Unplanned session={session} view={{ ...view, held: { ...view.held, sites } }} rest={[]} />);
  await screen.findByLabelText('Port');
  expect(screen.queryByLabelText('Quai')).toBeNull();
  expect(said).toHaveBeenLastCalledWith(
    session.device,
    expect.anything(),
    expect.objectContaining({ filters: { status: [100] } }),
  );
});

test('an agent without a published service begins at a site that the server gives him, or calls his agency', async () => {
  const away = { ...opened(true) };
  const { held } = away.view;
  const view = {
    ...away.view,
    held: { ...held, sites: [], frame: { ...held.frame, agency: { ...held.frame?.agency, phone: '0493000000' } } },
  } as typeof away.view;
  said.mockResolvedValueOnce({ status: 200, body: { sites: [{ id: site, name: 'Gare' }], filtered: 1 } });
  const shown = render(<Unplanned session={away.session} view={view} rest={[]} />);
  await userEvent.click(await screen.findByLabelText('Gare'));
  await press('Démarrer');
  await waitFor(() => expect(recorded.mock.calls.at(-1)?.[1]).toMatchObject({ site }));
  shown.unmount();
  said.mockResolvedValueOnce({ status: 0, body: {} });
  render(<Unplanned session={away.session} view={view} rest={[]} />);
  expect((await screen.findByRole('link', { name: /Appeler l’agence/ })).getAttribute('href')).toBe('tel:0493000000');
});

test('B-052: the address of the form tells an agent without the right that his agency keeps such services', async () => {
  const { session, view } = opened(true);
  const frame = { ...view.held.frame, person: { rights: ['createOwnService'] } };
  render(<Unplanned session={session} view={{ ...view, held: { ...view.held, frame } } as never} rest={[]} />);
  expect(screen.getByText(/réserve les services non planifiés/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Démarrer' })).toBeNull();
});

test('at a stop of a tour in a break he ends the break, and does not leave the site (Q-012)', async () => {
  const { session, view, service } = opened(true);
  const tour = { ...service, isCircuit: true, status: paused };
  const stop = { ...service, id: '01900000-0000-7000-8000-0000000000f2', circuit: id, circuitStatus: paused };
  render(<Steps session={session} view={{ ...view, day: [tour, stop] } as never} service={stop} />);
  expect(screen.queryByRole('button', { name: 'Quitter le site' })).toBeNull();
  await press('Terminer la pause');
  const asked = await screen.findByRole('dialog', { name: 'Terminer la pause ?' });
  await userEvent.click(within(asked).getByRole('button', { name: 'Terminer la pause' }));
  await waitFor(() => expect((recorded.mock.calls.at(-1) as unknown[]).slice(1, 3)).toEqual([{ status: running }, id]));
});

test('during a tour he begins one, during a service he is told that it is active (N-044)', async () => {
  const { session, view } = opened(true);
  const [first] = view.day;
  const during = (isCircuit: boolean) => ({ ...view, day: [{ ...first, isCircuit, status: 200 }] }) as typeof view;
  const shown = render(<Unplanned session={session} view={during(true)} rest={[]} />);
  expect(await screen.findByRole('button', { name: 'Démarrer' })).toBeTruthy();
  shown.rerender(<Unplanned session={session} view={during(false)} rest={[]} />);
  expect(screen.getByText(/^Un service est actif : .+ Terminez-le d’abord\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Démarrer' })).toBeNull();
});

test('B-045: the activity of the address is that of the service, until he chooses another', async () => {
  await die();
  const { session, view } = opened(true);
  const shown = render(<Unplanned session={session} view={view} rest={['2']} />);
  const activity = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Activité' });
  expect(activity.selectedOptions[0]?.text).toBe('Intervention & Levée de doute');
  await userEvent.click(screen.getByLabelText('Port'));
  await press('Démarrer');
  await waitFor(() => expect(recorded.mock.calls.at(-1)?.[1]).toMatchObject({ site, activityType: 2 }));
  shown.unmount();
  window.location.hash = '#/terrain/non-planifie/2';
  const again = render(<Unplanned session={session} view={view} rest={['2']} />);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Activité' }), 'Accueil');
  expect(window.location.hash).toBe('#/terrain/non-planifie');
  again.rerender(<Unplanned session={session} view={view} rest={[]} />);
  await userEvent.click(screen.getByLabelText('Port'));
  await press('Démarrer');
  await waitFor(() => expect(recorded.mock.calls.at(-1)?.[1]).toMatchObject({ activityType: 4 }));
});

/** The telephone died once the last touch was on disk. */
async function die(): Promise<void> {
  cleanup();
  await drafts.keep('', null);
  drafts = new Drafts(connection, key);
}

async function show(open = true): Promise<void> {
  await die();
  render(
    <Suspense>
      <Steps {...opened(open)} />
    </Suspense>,
  );
}
let key: CryptoKey;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sheet = (name: string) => within(screen.getByRole('dialog', { name }));
const stepOf = (status: number): unknown =>
  recorded.mock.calls.find(
    ([{ type }, payload]) => type === 'service-step' && (payload as { status: number }).status === status,
  )?.[1];

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  connection = new Connection('field');
  ({ key } = await createVault('482915', new Uint8Array(32), true));
  drafts = new Drafts(connection, key);
});
afterEach(async () => {
  cleanup();
  recorded.mockClear();
  await connection.close();
  await deleteDB('field');
});

test('the message to the relief and why there is no photo outlive a dead telephone, and leave with the end', async () => {
  await show();
  await press('Terminer');
  await userEvent.type(sheet('Fin de service').getByLabelText(/relève/), 'Portail nord à surveiller');
  await userEvent.click(
    await sheet('Fin de service').findByRole('button', { name: 'Je ne peux pas prendre de photo' }),
  );
  await userEvent.type(sheet('Fin de service').getByLabelText('Pourquoi sans photo ?'), 'Objectif cassé');
  await show();
  await press('Terminer');
  expect(await sheet('Fin de service').findByDisplayValue('Portail nord à surveiller')).toBeTruthy();
  expect(await sheet('Fin de service').findByDisplayValue('Objectif cassé')).toBeTruthy();
  await userEvent.click(sheet('Fin de service').getByRole('button', { name: 'Terminer' }));
  await waitFor(() => expect(stepOf(finished)).toEqual({ status: finished, content: 'Sans photo : Objectif cassé' }));
  expect(recorded.mock.calls[0]?.[1]).toMatchObject({ description: 'Portail nord à surveiller' });
  await show();
  await press('Terminer');
  await sheet('Fin de service').findByRole('button', { name: 'Je ne peux pas prendre de photo' });
  expect(sheet('Fin de service').getByLabelText<HTMLTextAreaElement>(/relève/).value).toBe('');
});

test('the reason of an extension outlives a dead telephone; the message to the relief waits for the end', async () => {
  await show(false);
  await press('Terminer');
  await userEvent.type(sheet('Fin de service').getByLabelText(/relève/), 'Clés au coffre');
  await userEvent.click(sheet('Fin de service').getByRole('button', { name: 'Prolonger' }));
  await userEvent.click(screen.getByLabelText('Autre (préciser)'));
  await userEvent.type(screen.getByLabelText('Précisions'), 'Relève absente');
  await show(false);
  await press('Terminer');
  await sheet('Fin de service').findByDisplayValue('Clés au coffre');
  await userEvent.click(sheet('Fin de service').getByRole('button', { name: 'Prolonger' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Précisions').value).toBe('Relève absente');
  await press('Prolonger');
  await waitFor(() =>
    expect(stepOf(extended)).toEqual({ status: extended, content: 'Autre (préciser) Relève absente' }),
  );
  expect(recorded.mock.calls).toHaveLength(1);
  await show(false);
  await press('Terminer');
  await sheet('Fin de service').findByDisplayValue('Clés au coffre');
  await userEvent.click(sheet('Fin de service').getByRole('button', { name: 'Prolonger' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Précisions').value).toBe('');
});

test('why a service is interrupted outlives a dead telephone', async () => {
  await show();
  await press('Interrompre');
  await userEvent.type(screen.getByLabelText('Motif (facultatif)'), 'Malaise');
  await show();
  await press('Interrompre');
  expect(await screen.findByDisplayValue('Malaise')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Interrompre' }));
  await waitFor(() => expect(stepOf(interrupted)).toEqual({ status: interrupted, content: 'Malaise' }));
});

test('what is typed of a service that was not planned outlives a dead telephone', async () => {
  await page();
  await userEvent.click(screen.getByLabelText('Port'));
  await userEvent.type(screen.getByLabelText('Motif (facultatif)'), 'Appel du client');
  await page();
  expect(await screen.findByDisplayValue('Appel du client')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Port').checked).toBe(true);
});

test('P-018, P-019: a service that was not planned begins with the place; without GPS he is asked', async () => {
  await page();
  await userEvent.click(screen.getByLabelText('Port'));
  await press('Démarrer');
  await waitFor(() => expect(recorded.mock.calls.at(-1)?.slice(-1)).toEqual([{ position: spot }]));
  locate.mockRejectedValue(new Error('no satellite'));
  await page();
  await userEvent.click(screen.getByLabelText('Port'));
  await press('Démarrer');
  const asked = await screen.findByRole('dialog', { name: 'La localisation GPS est impossible.' });
  expect(asked.textContent).toContain('Continuer sans localisation ?');
  await userEvent.click(within(asked).getByRole('button', { name: 'Non' }));
  expect(recorded).toHaveBeenCalledTimes(1);
  await press('Démarrer');
  await userEvent.click(await screen.findByRole('button', { name: 'Oui' }));
  await waitFor(() => expect(recorded.mock.calls.at(-1)?.slice(-1)).toEqual([{ position: null }]));
});

test('a circuit under way has the arrival at its next stop as its main button, which records it', async () => {
  await die();
  const of = opened(true);
  const stop = (last: string, name: string, status: number, from: number) => ({
    ...{ ...of.service, id: `${id.slice(0, -2)}${last}`, site: { id: site, name }, status, circuit: id },
    ...{ start: Date.now() + from * hour, end: Date.now() + (from + 1) * hour, circuitStatus: running },
  });
  const circuit = { ...of.service, isCircuit: true, site: null };
  const day = [circuit, stop('c1', 'Gare', finished, -2), stop('c2', 'Tour', 100, 1), stop('c3', 'Usine', 100, 0)];
  render(
    <Suspense>
      <Steps {...({ ...of, service: circuit, view: { ...of.view, day } } as never as OfService)} />
    </Suspense>,
  );
  await press('Arrivée : Usine');
  await userEvent.click(sheet('Arrivée sur site ?').getByRole('button', { name: 'Arrivée sur site' }));
  await waitFor(() => expect(recorded).toHaveBeenCalled());
  expect(recorded.mock.calls.at(-1)?.slice(1, 3)).toEqual([{ status: running }, `${id.slice(0, -2)}c3`]);
});
