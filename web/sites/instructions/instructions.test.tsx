import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { rightSet } from '#core/grants.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../../testing/page.tsx';
import Sites from '../Sites.tsx';

beforeEach(startAfresh);

const site = rowOf(Site, { id: idOf(1), name: 'Quai', customer: { id: idOf(2), name: 'Marina' } });
const readAt = '2026-11-16T09:00:00.000Z';
const written = (title: string, more: object = {}) =>
  rowOf(SiteInstruction, {
    ...{ id: idOf(3), title, site: { id: site.id, name: 'Quai' }, date: '2026-11-15T08:00:00.000Z' },
    ...{ createdAt: '2026-11-15T08:00:00.000Z', status: 100, readAt: null, readerCount: 1, ...more },
  });

/** A site with one instruction; what is done to it stays done. */
function serveOne(first: ReturnType<typeof written>): StubRequest[] {
  let kept = first;
  return serve(({ method, path, body }): Reply => {
    if (path.endsWith('/fetch/sites')) return [200, { sites: [listedOf(Site, site)], filtered: 1 }];
    if (path.endsWith(`/site/${site.id}`)) return [200, { site }];
    if (path.endsWith('/fetch/allSiteInstructions')) {
      const { status } = (body as { filters: { status: number[] } }).filters;
      const siteInstructions = status.includes(kept.status) ? [listedOf(SiteInstruction, kept)] : [];
      return [200, { siteInstructions, filtered: siteInstructions.length }];
    }
    if (path.endsWith('/read')) {
      kept = { ...kept, readAt };
      return [200, { readAt }];
    }
    if (path.includes('/siteInstruction/')) {
      if (method !== 'GET') kept = { ...kept, status: 300, version: 2 };
      return [200, { siteInstruction: kept }];
    }
    return refusal(404, path);
  });
}

const props = { page: 'sites', title: 'Sites', description: '', add: false };
const of = (...[shape]: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(shape)] }), { profileId: null, agency: null });

/** By the menu of the site's row. */
async function openDrawer(session: Session): Promise<{ user: UserEvent; drawer: HTMLElement }> {
  const user = showPage(<Sites {...props} />, session);
  await user.click(await screen.findByRole('button', { name: 'Actions : Quai' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Consignes' }));
  return { user, drawer: await screen.findByRole('dialog', { name: 'Consignes — Quai' }) };
}
const openInstruction = async (user: UserEvent, drawer: HTMLElement): Promise<void> =>
  user.click(await within(drawer).findByRole('button', { name: /Accès/ }));

test('an instruction is marked as unread until its reader opens it', async () => {
  const calls = serveOne(written('Accès', { content: '<p>Code 4512</p>' }));
  const { user, drawer } = await openDrawer(of({ kind: 'CUSTOMER', rights: 'customer' }));
  expect((await within(drawer).findByRole('button', { name: /Accès/ })).textContent).toContain('Non lue');
  await openInstruction(user, drawer);
  expect(await within(drawer).findByText('Code 4512')).toBeTruthy();
  expect(await within(drawer).findByText(/Lue le/)).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith('/read'))).toHaveLength(1);
  // For the agency only.
  for (const name of ['Modifier', 'Actions', /^Consultations/])
    expect(within(drawer).queryByRole('button', { name })).toBeNull();
  await user.click(within(drawer).getByRole('button', { name: 'Toutes les consignes' }));
  const listed = await within(drawer).findByRole('button', { name: /Accès/ });
  await waitFor(() => expect(listed.textContent).not.toContain('Non lue'));
  expect(within(drawer).queryByRole('radio', { name: 'Archivées' })).toBeNull();
});

test('I-017: who may list instructions, not write them, reads them and their readers, and changes nothing', async () => {
  serveOne(written('Accès', { readAt }));
  const rights: Right[] = [...rightSet('collaborator'), 'listSites', 'listSiteInstructionBooks'];
  const { user, drawer } = await openDrawer(of({ rights }));
  await openInstruction(user, drawer);
  expect(await within(drawer).findByText('Aucune description renseignée')).toBeTruthy();
  expect(within(drawer).getByRole('button', { name: 'Consultations (1)' })).toBeTruthy();
  for (const name of ['Modifier', 'Actions']) expect(within(drawer).queryByRole('button', { name })).toBeNull();
  await user.click(within(drawer).getByRole('button', { name: 'Toutes les consignes' }));
  await within(drawer).findByRole('button', { name: /Accès/ });
  expect(within(drawer).queryByRole('button', { name: 'Ajouter une consigne' })).toBeNull();
});

test('an archived instruction leaves the list, and is among the archived ones', async () => {
  const calls = serveOne(written('Accès', { readAt }));
  const { user, drawer } = await openDrawer(owner());
  await openInstruction(user, drawer);
  await user.click(await within(drawer).findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archivage' }));
  expect(await screen.findByText('Consigne archivée')).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith(`/siteInstruction/${idOf(3)}/archive`))).toHaveLength(1);
  await user.click(within(drawer).getByRole('button', { name: 'Toutes les consignes' }));
  expect(await within(drawer).findByText(/^Aucune consigne pour ce site/)).toBeTruthy();
  await user.click(within(drawer).getByRole('radio', { name: 'Archivées' }));
  expect(await within(drawer).findByRole('button', { name: /Accès/ })).toBeTruthy();
});

test('the record of a site leads to its instructions and closes', async () => {
  serveOne(written('Accès'));
  const user = showPage(<Sites {...props} />, owner());
  await user.click(await screen.findByRole('button', { name: 'Actions : Quai' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Modifier' }));
  const record = await screen.findByRole('dialog', { name: /^Quai/ });
  const all = within(record).queryByRole('button', { name: 'Tous les champs' });
  if (all) await user.click(all);
  await user.click(await within(record).findByRole('button', { name: 'Consignes du site' }));
  const drawer = await screen.findByRole('dialog', { name: 'Consignes — Quai' });
  expect(await within(drawer).findByRole('button', { name: /Accès/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Quai/ })).toBeNull());
});

test('without the right to them, the record shows who is told of new instructions, and does not change it', async () => {
  const told = { ...site, notifySiteInstructionAgents: true };
  serve(({ path }): Reply => {
    if (path.endsWith('/fetch/sites')) return [200, { sites: [listedOf(Site, told)], filtered: 1 }];
    return path.endsWith(`/site/${site.id}`) ? [200, { site: told }] : refusal(404, path);
  });
  const user = showPage(<Sites {...props} />, of({ rights: ['listSites', 'editSite', 'listCustomers'] }));
  await user.click(await screen.findByRole('button', { name: 'Actions : Quai' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Modifier' }));
  const record = await screen.findByRole('dialog', { name: /^Quai/ });
  const all = within(record).queryByRole('button', { name: 'Tous les champs' });
  if (all) await user.click(all);
  const notice = await within(record).findByRole<HTMLInputElement>('switch', {
    name: 'Prévenir les collaborateurs des nouvelles consignes',
  });
  expect(notice.checked).toBe(true);
  const locked = notice.closest<HTMLFieldSetElement>('fieldset');
  expect([locked?.disabled, locked?.title]).toEqual([true, missingRight('editSiteInstructionNotification')]);
});
