// A telephone in field mode against a stub server: enrolled, used, started again.
import 'fake-indexeddb/auto';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Standing } from '#core/field/hand-over-calls.ts';
import type { Pack } from '#core/field/pack.ts';
import { rememberFieldWaiting } from '#ui/client/field-device.ts';
import { sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { ignoreUpdate, update } from '#ui/client/version.ts';
import { leaveDevice } from '../device.ts';
import Field from '../Field.tsx';

export const user = someUser({ userCompanies: [someProfile({ plannable: true, rights: ['executeOwnService'] })] });
export const now = (): string => new Date().toISOString();
export const site = '01900000-0000-7000-8000-0000000000e1';
export const id = '01900000-0000-7000-8000-0000000000f1';

const service = () => ({
  id,
  reference: 'S-000042',
  status: 100,
  startAt: new Date(Date.now() - 60_000).toISOString(),
  endAt: new Date(Date.now() + 3_600_000).toISOString(),
  site: { id: site, name: 'Port' },
  isCircuit: false,
  openEnded: false,
  realStartAt: null,
  realEndAt: null,
});
const none = {
  ...{ services: [], sites: [], siteInstructions: [], serviceRounds: [], informationNotes: [], people: [] },
  agencyReports: [],
};
export const pack = (): Pack => ({
  now: now(),
  changed: { ...none, services: [{ id, digest: 'x', row: service() }] },
  removed: none,
  agency: {
    name: 'Azur',
    timeZone: 'Europe/Paris',
    phone: null,
    lateMargin: 5,
    unplanned: false,
    endPhoto: { service: false, circuit: false },
    confirmInstructions: false,
  },
  handovers: {},
  typesOff: {},
  safety: {
    ...{
      active: true,
      pauseOnBreak: true,
      frequency: 30,
      inactivity: 10,
      fallWait: 10,
      phone: '0493112233',
      sites: {},
    },
  },
  person: { name: 'Mehdi Laurent', rights: ['executeOwnService'] },
});

export const enrolled = (): Reply => [
  200,
  { rank: 0, key: btoa('k'.repeat(32)), handOver: 'h', standing: 's', now: now() },
];

/** The home offers no update to it (`onPhone`). */
const usualVersion = '0.0.1';

/** `batch`: the answer to the events; `standing`: whether the device is revoked. */
export const answering = (
  batch: (request: StubRequest) => Reply | Promise<Reply>,
  standing: () => Standing = () => 'enrolled',
  read: () => object = pack,
  version = usualVersion,
) =>
  serve((request) => {
    if (request.path.endsWith('/field/device')) return enrolled();
    if (request.path.endsWith('/field/pack')) return [200, read()];
    if (request.path.endsWith('/version'))
      return [200, { version, maintenance: false, message: null, planned: null, ptiModalPermissions: true }];
    if (request.path.endsWith('/standing'))
      return [200, { state: standing(), until: '2026-11-24T10:00:00.000Z', now: now() }];
    return batch(request);
  });

export const taken = ({ body }: StubRequest, outcome: 'applied' | 'kept' = 'applied'): Reply => [
  200,
  {
    taken: (body as { events: { uuid: string }[] }).events.map(({ uuid }) => ({
      uuid,
      outcome,
      reason: outcome === 'kept' ? 'Le service est déprogrammé' : null,
    })),
    refused: null,
    now: now(),
  },
];

export const show = (): void => {
  render(
    <MantineProvider>
      <Field />
    </MantineProvider>,
  );
};

export const code = '482915';
export async function enrol(first = 'Prochain service'): Promise<void> {
  show();
  await userEvent.type(await screen.findByLabelText(/6 chiffres/), code);
  await userEvent.type(screen.getByLabelText('Le même code une seconde fois'), code);
  await userEvent.click(screen.getByRole('button', { name: 'Inscrire ce téléphone' }));
  await screen.findByRole('region', { name: first });
}

export async function begin(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Démarrer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Démarrer ce service ?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Démarrer' }));
}

/** Another start of the application. */
export function restart(): void {
  cleanup();
  void leaveDevice();
  show();
}

export const tokenOf = (sub: string): string => `x.${btoa(JSON.stringify({ sub }))}.x`;

/** Signed in before each test, and no store left after it. */
export function onPhone(): void {
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true);
    sessionStore.set(sessionOf(user, { profileId: null, agency: null }));
    keepTokens({ token: tokenOf(user.id), refresh_token: 'r' });
    update.set(usualVersion);
    ignoreUpdate();
  });
  afterEach(async () => {
    cleanup();
    await leaveDevice();
    sessionStore.set(null);
    keepTokens(null);
    rememberFieldWaiting(null);
    window.location.hash = '';
    vi.unstubAllGlobals();
    await deleteDB('field');
  });
}
