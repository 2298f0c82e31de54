// Recent choices of this user in this agency, stored on this device.
import type { Found } from '#core/search/search.ts';
import { recallJson, rememberJson } from '#ui/client/device.ts';
import type { Session } from '#ui/client/session.ts';

/** A record is stored as found; screens and actions are looked up by their key. */
export interface Kept {
  key: string;
  record?: Found;
}

const most = 6;

const placeOf = ({ user, agency }: Session): string => `palette.${user.id}.${agency?.id ?? 'none'}`;

export const recentOf = (session: Session): Kept[] => recallJson<Kept[]>(placeOf(session)) ?? [];

export function keepRecent(session: Session, kept: Kept): void {
  const others = recentOf(session).filter(({ key }) => key !== kept.key);
  rememberJson(placeOf(session), [kept, ...others].slice(0, most));
}
