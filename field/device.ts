// This device in field mode: not enrolled, locked by its code, or open.
import { deleteDB } from 'idb';
import { enrolDevice } from '#core/field/calls.ts';
import { afterWrong, noTries, type Tries, waitBefore } from '#core/field/device-code.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { messages } from '#core/kernel/problem.ts';
import { actKey } from '#ui/client/act-key.ts';
import { recalledKeys, remember } from '#ui/client/device.ts';
import { rememberFieldWaiting } from '#ui/client/field-device.ts';
import { store } from '#ui/client/store.ts';
import { bearerOf, currentTokens, keepTokens } from '#ui/client/tokens.ts';
import { say } from './calls.ts';
import { FieldSession } from './session.ts';
import { Connection, type Device, readFact, writeFact } from './store/database.ts';
import { countAlarms } from './store/log.ts';
import { dropTaken } from './store/pack.ts';
import { countPhotos } from './store/photos.ts';
import { type Box, createVault, openByAccount, openByCode, renewCode, sealJson, type Vault } from './store/vault.ts';

export type DeviceState =
  | { is: 'opening' }
  /** Another tab has it open: two queues would send the same events. */
  | { is: 'elsewhere' }
  /** */
  | { is: 'broken'; why: string }
  | { is: 'new' }
  /** The agency revoked it: nothing is left here (decision 93). `lost`: what it held and nobody takes any more. */
  | { is: 'revoked'; lost: number }
  /** `until`: it is revoked, and may hand over what waits until then. */
  | { is: 'locked'; device: Device; tries: Tries; waiting: number; help: Help; until?: string }
  | { is: 'open'; session: FieldSession };

/** What the screen of the code says without it: alarms that have not left, and whom to call. */
export interface Help {
  alarms: number;
  phone: string | null;
}

export const deviceState = store<DeviceState>({ is: 'opening' });

const connection = new Connection('field');

/** Held until the tab leaves field mode. */
let release: (() => void) | null = null;

const takeTab = (): Promise<boolean> =>
  new Promise((done) => {
    // Only secure pages have locks, and only they can enrol.
    if (!navigator.locks) return done(true);
    void navigator.locks.request('field', { ifAvailable: true }, (lock) => {
      done(lock !== null);
      if (lock === null) return;
      return new Promise<void>((free) => {
        release = free;
      });
    });
  });

let opening: Promise<void> | null = null;
let closing: Promise<void> = Promise.resolve();

/** Again after « Réessayer »; several calls at once are one. */
export function openDevice(): Promise<void> {
  opening ??= readDevice().finally(() => {
    opening = null;
  });
  return opening;
}

async function readDevice(): Promise<void> {
  if (deviceState.get().is === 'open') return;
  await closing;
  try {
    if (release === null && !(await takeTab())) return deviceState.set({ is: 'elsewhere' });
    const device = await readFact(connection, 'device');
    const tries = (await readFact(connection, 'tries')) ?? noTries;
    if (!device) return deviceState.set({ is: 'new' });
    deviceState.set({ is: 'locked', device, tries, waiting: await countWaiting(), help: await readHelp() });
    window.addEventListener('online', judgeLocked);
    document.addEventListener('visibilitychange', judgeLocked);
    // The code comes first.
    setTimeout(judgeLocked, judgeAfter);
  } catch (error) {
    deviceState.set({ is: 'broken', why: error instanceof Error ? error.message : messages.unexpected });
  }
}

/** Milliseconds. */
const judgeAfter = 1_000;
/** The code is being tried. */
let unlocking = false;
let judging: Promise<void> = Promise.resolve();

/**
 * Decision 93 for a locked device: at the next contact it is emptied. What waits needs the code, and stays until it was
 * handed over or the time for it is past; the rest goes at once.
 */
function judgeLocked(): void {
  judging = judging.then(judge).catch(() => undefined);
}

async function judge(): Promise<void> {
  const { is } = deviceState.get();
  const device = is === 'locked' ? await readFact(connection, 'device') : null;
  if (!device) return;
  const { askStanding } = await import('./standing.ts');
  const stands = await askStanding(device);
  if (!stands || stands.state === 'enrolled' || unlocking || deviceState.get().is !== 'locked') return;
  const waiting = await countWaiting();
  if (stands.state === 'revoked' && waiting > 0) {
    await dropTaken(connection);
    const state = deviceState.get();
    if (state.is === 'locked' && stands.until) deviceState.set({ ...state, until: stands.until });
    return;
  }
  deviceState.set({ is: 'opening' });
  await closing;
  await eraseRevoked(device);
  deviceState.set({ is: 'revoked', lost: waiting });
}

const open = async (device: Device, key: CryptoKey): Promise<void> => {
  const session = await FieldSession.open({ connection, key, device, onEmptied: () => void emptyDevice() });
  deviceState.set({ is: 'open', session });
};

/** A browser may not store a key that cannot be extracted: tried before it is relied on. */
async function keepsKeys(): Promise<boolean> {
  try {
    const probe = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    return await connection.use(async (database) => {
      await database.put('facts', probe, 'probe');
      const read = await database.get('facts', 'probe');
      await database.delete('facts', 'probe');
      return read instanceof CryptoKey;
    });
  } catch {
    return false;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

export interface Owner {
  person: string;
  user: string;
  agency: string;
  agent: string;
}

/** Decision 77: 409 means that another device of the person still has something to send. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Keys {
  account: Uint8Array<ArrayBuffer>;
  handOver: string;
  standing: string;
}

async function ask(device: Device, lost: readonly string[]): Promise<Keys> {
  const said = await say(device, enrolDevice, { id: device.id, name: device.name, lost });
  if (said.status !== 200) {
    // It may be revoked.
    judgeLocked();
    throw new Refused(said.status, said.message);
  }
  const { key, handOver, standing } = said.body as Output<typeof enrolDevice>;
  return { account: bytesOf(key), handOver, standing };
}

/** Needs the network and a session. */
export async function enrol(owner: Owner, name: string, code: string, lost: readonly string[] = []): Promise<void> {
  const named: Device = { ...owner, name, id: actKey() };
  const { account, handOver, standing } = await ask(named, lost);
  const device: Device = { ...named, standing };
  const { vault, key } = await createVault(code, account, await keepsKeys());
  await writeVault(vault, device, await sealJson(key, handOver));
  await navigator.storage?.persist?.().catch(() => false);
  await open(device, key);
}

const writeVault = (vault: Vault, device: Device, handOver: Box): Promise<void> =>
  connection.use(async (database) => {
    const write = database.transaction('facts', 'readwrite', { durability: 'strict' });
    await Promise.all([
      write.store.put(vault, 'vault'),
      write.store.put(device, 'device'),
      write.store.put(handOver, 'handOver'),
      write.store.put(noTries, 'tries'),
      write.done,
    ]);
  });

/** False: a wrong code, or too early. */
export async function unlock(code: string): Promise<boolean> {
  unlocking = true;
  try {
    return await tryCode(code);
  } finally {
    unlocking = false;
  }
}

async function tryCode(code: string): Promise<boolean> {
  const state = deviceState.get();
  if (state.is !== 'locked') return true;
  const { device, tries } = state;
  if (waitBefore(tries, Date.now()) !== 0) return false;
  const vault = await readFact(connection, 'vault');
  if (!vault) throw new Error('no vault');
  // Counted before the code is tried: closing the page in between is no free try.
  const counted = afterWrong(tries, Date.now());
  await writeFact(connection, 'tries', counted);
  const key = await openByCode(vault, code);
  if (!key) {
    deviceState.set({ ...state, tries: counted });
    return false;
  }
  await writeFact(connection, 'tries', noTries);
  await open(device, key);
  return true;
}

/** A forgotten code: the account opens the store, and gets another code (decision 93). */
export async function renew(code: string): Promise<void> {
  const state = deviceState.get();
  if (state.is !== 'locked') return;
  const { account, handOver, standing } = await ask(state.device, []);
  const device = { ...state.device, standing };
  const vault = await readFact(connection, 'vault');
  const [renewed, key] = vault
    ? await Promise.all([renewCode(vault, account, code), openByAccount(vault, account)])
    : [null, null];
  if (!renewed || !key) throw new Refused(409, 'Ce compte n’ouvre pas les données de ce téléphone');
  await writeVault(renewed, device, await sealJson(key, handOver));
  await open(device, key);
}

/** Before the desk's application opens in this tab. */
export async function leaveDevice(): Promise<void> {
  lock();
  deviceState.set({ is: 'opening' });
  release?.();
  release = null;
  await closing;
}

export function lock(): void {
  const state = deviceState.get();
  if (state.is !== 'open') return;
  const { device, view } = state.session;
  const { queue, photos } = view.get();
  closing = state.session.close();
  const help = { alarms: 0, phone: null };
  deviceState.set({ is: 'locked', device, tries: noTries, waiting: queue.events.length + photos, help });
  void readHelp().then((read) => {
    const now = deviceState.get();
    if (now.is === 'locked') deviceState.set({ ...now, help: read });
  });
  judgeLocked();
}

async function readHelp(): Promise<Help> {
  const known = await readFact(connection, 'help');
  return { alarms: await countAlarms(connection), phone: known?.phone ?? null };
}

/** Needs no key: only the index is read. */
async function countWaiting(): Promise<number> {
  const events = await connection.use((database) => database.countFromIndex('log', 'waiting'));
  const waiting = events + (await countPhotos(connection));
  rememberFieldWaiting(waiting);
  return waiting;
}

/** Another person takes the telephone: only when nothing of the first one waits. */
export async function forgetDevice(): Promise<void> {
  await closing;
  if ((await countWaiting()) > 0) return;
  await erase();
  deviceState.set({ is: 'new' });
}

async function erase(): Promise<void> {
  await connection.close();
  await deleteDB('field');
  rememberFieldWaiting(null);
}

/** Also what the desk's application kept here for the person: the session, which the revocation ended, and whom to call. */
async function eraseRevoked({ user }: Device): Promise<void> {
  await erase();
  // Somebody else may have signed in since.
  if (bearerOf(currentTokens())?.split('/')[0] === user) keepTokens(null);
  for (const key of recalledKeys('contact.')) remember(key, null);
}

async function emptyDevice(): Promise<void> {
  const state = deviceState.get();
  if (state.is !== 'open') return;
  // The screens go first: they write too.
  deviceState.set({ is: 'opening' });
  closing = state.session.close();
  await closing;
  const lost = await countWaiting();
  await eraseRevoked(state.session.device);
  deviceState.set({ is: 'revoked', lost });
}
