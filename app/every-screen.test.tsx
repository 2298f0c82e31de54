// Every screen of the routes is given names that are HTML: none of it becomes an element.
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { wallClock } from '#core/kernel/clock.ts';
import { fetchPlanning } from '#core/planning/calls.ts';
import { allRights } from '#core/rights.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { endpointAt } from '#ui/client/testing/declared.ts';
import { hostile, hostileReply, hurt } from '#ui/client/testing/hostile.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { serve } from '#ui/client/testing/server.ts';
import { dataOf, id, service } from '#web/planning/testing/planned.ts';
import { showPage, startAfresh } from '#web/testing/page.tsx';
import type { Route } from './routes/route.ts';
import { routes } from './routes.tsx';

beforeEach(startAfresh);

const everyRight = allRights.map(({ key }) => key);
const named = { firstname: hostile, lastname: hostile, fullname: hostile, position: hostile };
const company = { name: hostile };
const profiles = {
  staff: someProfile({ isOwner: true, rights: everyRight, company, ...named }),
  agent: someProfile({ rights: everyRight, plannable: true, company, ...named }),
  customer: someProfile({ kind: 'CUSTOMER', rights: everyRight, company, ...named }),
};

function sessionFor({ roles }: Route): Session {
  const choice = { profileId: null, agency: null };
  if (roles.some((role) => role === 'staff' || role === 'all'))
    return sessionOf(someUser({ userCompanies: [profiles.staff] }), choice);
  for (const role of ['agent', 'customer'] as const)
    if (roles.includes(role)) return sessionOf(someUser({ userCompanies: [profiles[role]] }), choice);
  return sessionOf(someUser({ superAdmin: true, admin: true, isSupport: true, userCompanies: [] }), {
    profileId: null,
    agency: { id: agencyId, name: hostile },
  });
}

/** Its declared output leaves the settings open. */
const planning = () => {
  // The agency's day: in its first hours the day of UTC is still yesterday.
  const today = wallClock(new Date(), 'Europe/Paris').day;
  const { agents, sites, ...rest } = dataOf([service(id(1), today, '08:00', '18:00', { post: hostile })]);
  const renamed = (rows: readonly object[]) => rows.map((row) => ({ ...row, name: hostile }));
  return { ...rest, agents: renamed(agents), sites: renamed(sites), own: { lateMargin: 15, unplannedServices: true } };
};

/** Screens of their own texts, or of numbers only. */
const withoutNames = new Set([
  // Figures.
  'resume-app',
  'free-trial',
  'loading',
  'agentBadge',
  'app',
  'app-agent',
  'redirectToPlanFormation',
  'about',
  // Texts of the product, and the way to other screens.
  'parrainage',
  'offreSite',
  'adminCommunication',
  // Shown until its end, which is past here.
  'maintenance',
  'listAgencyExpirations',
  'terrain',
  // Lead elsewhere, or name a bank and digits only.
  'payments',
  'paymentMethods',
  'paymentMethod',
  'paymentInvoice',
]);
/** At the desk these only lead to the field application, or to another screen. */
const [{ screen: entrance } = {}] = routes.filter(({ name }) => name === 'priseService');
for (const { name, screen } of routes) if (screen === entrance || name === 'terrainSite') withoutNames.add(name);

const pause = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));

/** The entrance of the field has many addresses, and one is enough. */
const shown = routes.filter(({ name, screen }) => screen && (screen !== entrance || name === 'priseService'));

describe.each(shown)('$name', (route) => {
  test('shows hostile names as text', async () => {
    const requests = serve(({ method, path }) => {
      const endpoint = endpointAt(method, path);
      if (!endpoint || endpoint.binary || endpoint.streams) return [204];
      return [200, endpoint.name === fetchPlanning.name ? planning() : hostileReply(endpoint)];
    });
    const { default: Screen } = await (route.screen as NonNullable<Route['screen']>).load();
    showPage(
      <Screen page={route.name} title={route.label} description={route.description} add={false} />,
      sessionFor(route),
    );
    const shows = (): boolean => document.body.textContent?.includes('onerror=') ?? false;
    for (let waited = 0; waited < 40 && !shows(); waited += 1) {
      await pause(25);
      if (waited > 20 && requests.length === 0) break;
    }
    await pause(50);
    expect(document.body.textContent).not.toContain('Something went wrong');
    expect([...document.querySelectorAll(hurt)].map(({ outerHTML }) => outerHTML)).toEqual([]);
    if (!withoutNames.has(route.name)) expect(shows(), 'the hostile name is on the screen').toBe(true);
  });
});
