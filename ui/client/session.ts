// The signed-in user: sign-in, sign-out, choice of profile or agency, and page configuration.

import { enterAgency, leaveAgency } from '#core/platform/visits.ts';
import { registerDevice } from '#core/session/devices.ts';
import type { PageConfig, User } from '#core/session/session.ts';
import * as endpoints from '#core/session/session.ts';
import type { Tokens } from '#core/session/tokens.ts';
import { confirm, type Proof } from '../confirm.tsx';
import { dropDraftsOf, hasDrafts } from '../drafts.ts';
import { plural } from '../format.ts';
import { call } from './call.ts';
import { recallJson, rememberJson } from './device.ts';
import { fieldWaiting } from './field-device.ts';
import { leave } from './leaving.ts';
import { leavePush } from './push.ts';
import { rememberRegistered } from './registered.ts';
import { type Choice, type Session, sessionOf, sessionStore } from './session-state.ts';
import { useStore } from './store.ts';
import { thisDevice } from './this-device.ts';
import { keepTokens } from './tokens.ts';

export type { Session } from './session-state.ts';

/** Only inside the signed-in frame. */
export function useSession(): Session {
  const session = useStore(sessionStore);
  if (!session) throw new Error('no session is loaded');
  return session;
}

const choicePlace = (userId: string): string => `choice.${userId}`;
const choiceOf = (userId: string): Choice =>
  recallJson<Choice>(choicePlace(userId)) ?? { profileId: null, agency: null };

const show = (user: User): Session => {
  const session = sessionOf(user, choiceOf(user.id));
  sessionStore.set(session);
  return session;
};

export async function loadSession(): Promise<Session> {
  return show((await call(endpoints.readUser)).user);
}

/** Reads the user again; true if something changed, such as a right. */
export async function refreshSession(): Promise<boolean> {
  const before = sessionStore.get()?.user;
  if (!before) return false;
  const { user } = await call(endpoints.readUser);
  if (JSON.stringify(user) === JSON.stringify(before)) return false;
  show(user);
  return true;
}

/** Changes the profile or agency shown; stored on this device. */
export function choose(changes: Partial<Choice>): void {
  const user = sessionStore.get()?.user;
  if (!user) return;
  rememberJson(choicePlace(user.id), { ...choiceOf(user.id), ...changes });
  show(user);
}

/** Not awaited: the list of devices must not delay the user. `keepRegistered` repeats what fails. */
export function registerThisDevice(): void {
  rememberRegistered(false);
  call(registerDevice, { input: thisDevice() }).then(
    () => rememberRegistered(true),
    () => undefined,
  );
}

/** Platform staff open another agency without acting for a profile; its history says so. */
export async function goToAgency({ id }: { id: string }): Promise<void> {
  if (sessionStore.get()?.acting) await actFor(null);
  const { agency } = await call(enterAgency, { params: { id } });
  choose({ agency });
}

/** Platform staff leave the agency. `away`: leads to a screen that needs none. */
export async function quitAgency(away: () => Promise<void>): Promise<void> {
  const { agency } = sessionStore.get() ?? {};
  if (agency) await call(leaveAgency, { params: { id: agency.id } });
  await away();
  choose({ agency: null });
}

/** Starts the session on this device. */
export function enter(tokens: Tokens): void {
  keepTokens(tokens);
  registerThisDevice();
}

/** `code`: the second factor, if the server asked for it. */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  enter(await call(endpoints.signIn, { input: { username: email, password, ...(code ? { code } : {}) } }));
}

const unsavedQuestion = {
  title: 'Des saisies ne sont pas enregistrées',
  message: 'Elles sont gardées sur cet appareil. Vous déconnecter les efface.',
  confirmLabel: 'Se déconnecter et effacer',
  danger: true,
};

/** Signing out erases unsaved texts: asks if there are any. */
export async function mayDropDrafts(): Promise<boolean> {
  const user = sessionStore.get()?.user;
  return !user || !hasDrafts(user.id) || confirm(unsavedQuestion);
}

/** What the field recorded leaves only after a sign-in and its code. */
async function mayLeaveField(): Promise<boolean> {
  const waiting = fieldWaiting.get();
  return (
    !waiting ||
    confirm({
      title: `${plural(waiting, 'élément')} du mode terrain à transmettre`,
      message:
        'Votre agence ne les a pas encore reçus. Ils restent sur cet appareil, et ne partiront qu’à votre retour dans le mode terrain.',
      confirmLabel: 'Se déconnecter quand même',
      danger: true,
    })
  );
}

/** Ends the session of this device or, with a proof, of all devices. If the server cannot be reached, the session ends on this device only. */
export async function signOut(everywhere?: Proof): Promise<void> {
  const user = sessionStore.get()?.user;
  if (!everywhere && !((await mayDropDrafts()) && (await mayLeaveField()))) return;
  try {
    await call(endpoints.signOut, { input: everywhere ? { everywhere: true, ...everywhere } : {} });
  } catch (error) {
    if (everywhere) throw error;
  }
  if (user) dropDraftsOf(user.id);
  void leavePush();
  leave();
}

/** Platform staff act for a profile; null: for themselves again. */
export async function actFor(profile: { id: string; agency: { id: string } } | null): Promise<void> {
  const input = { userCompany: profile };
  const tokens: Tokens = await call(endpoints.switchProfile, { input });
  keepTokens(tokens);
  await loadSession();
}

type UserChanges = Partial<Pick<User, 'firstname' | 'lastname'>> & { firstLogin?: false };

export async function saveUser(changes: UserChanges): Promise<void> {
  show((await call(endpoints.saveUser, { input: changes })).user);
}

/** Optimistic update, rolled back if the server refuses. */
export async function savePageConfig(page: string, config: PageConfig): Promise<void> {
  const before = sessionStore.get()?.user;
  if (!before) return;
  show({ ...before, pagesConfig: { ...before.pagesConfig, [page]: config } });
  try {
    await call(endpoints.saveUser, { input: { pagesConfig: { [page]: config } } });
  } catch (error) {
    const now = sessionStore.get()?.user;
    if (now) {
      const { [page]: _refused, ...others } = now.pagesConfig;
      const previous = before.pagesConfig[page];
      show({ ...now, pagesConfig: previous ? { ...others, [page]: previous } : others });
    }
    throw error;
  }
}
