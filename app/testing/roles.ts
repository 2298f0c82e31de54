// A session of each role, and what its menus contain.
import { defaultTenant } from '#core/tenant.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import type { Route } from '../routes/route.ts';
import { menusFor, routes } from '../routes.tsx';

export const none = { profileId: null, agency: null };
export const agency = { id: agencyId, name: 'Azur Sécurité' };
export const of = (...[shape]: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(shape)] }), none);
export const staff = of({ rights: 'admin' });
export const owner = of({ isOwner: true, rights: [] });
export const agent = of({ rights: 'collaborator', plannable: true });
export const customer = of({ kind: 'CUSTOMER', rights: 'customer' });
export const locked = of({ rights: 'admin', company: { errors: [{ message: 'Impayé', lock: true }] } });

export const names = (session: Session, tenant = defaultTenant): string[] =>
  menusFor(session, tenant).flatMap((menu) => menu.routes.map(({ name }) => name));
export const named = (name: string): Route => routes.find((route) => route.name === name) as Route;
