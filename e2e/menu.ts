// The menu, from the declared routes. Apart from acts.ts, which also runs without Playwright's loader (screenshots.ts).
import { drawerOf, menusFor } from '#app/routes.tsx';
import { defaultTenant } from '#core/tenant.ts';
import { demoTenant } from '#server/tenant/read.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';

/** Menu entries that do not depend on the agency, and the user's own notes. */
const apart = new Set(['home', 'adminDashboard', 'my-information-notes', 'app', 'app-agent', 'about', 'tutorial']);

/** Menu entries below « Accueil » of a user with every right of an agency, from the declared routes. */
function menuOf(simplifiedStock: boolean): string[] {
  const profile = someProfile({ isOwner: true, rights: [], company: { simplifiedStock } });
  const owner = sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
  return drawerOf(menusFor(owner, { ...defaultTenant, ...demoTenant }))
    .filter(({ name }) => !apart.has(name))
    .map(({ label }) => label);
}

export const agencyMenu = menuOf(false);
/** Of an agency whose stock is plain lists. */
export const simplifiedMenu = menuOf(true);

/** The menu entries that the staff and the agents of an agency have below their own screens. */
export const teamLinks = ['Application', 'À propos', 'Tutoriels'];
