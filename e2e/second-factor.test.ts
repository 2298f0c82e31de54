import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Agency } from '#core/agencies/agency.ts';
import { codeNow } from '#server/testing/totp.ts';
import { button, choose, dialog, expectNotice, signIn } from './acts.ts';
import { expect, test } from './journey.ts';
import type { Person } from './people.ts';

const password = (at: Page | ReturnType<typeof dialog>) => at.getByLabel('Mot de passe', { exact: true });
const code = (at: Page | ReturnType<typeof dialog>) => at.getByLabel('Code de vérification', { exact: true });

interface Factor {
  secret: string;
  codes: string[];
}

/** Enables the second factor, from « Mon compte » or where it is required. */
async function enable(page: Page, person: Person, opener = 'Activer'): Promise<Factor> {
  await button(page, opener).click();
  const opened = dialog(page, 'Activer la validation en deux étapes');
  await password(opened).fill('Faux1234');
  await button(opened, 'Continuer').click();
  await expect(password(opened)).toHaveAccessibleDescription('Mot de passe incorrect');
  await password(opened).fill(person.password);
  await button(opened, 'Continuer').click();
  await expect(opened.getByRole('img', { name: /Image à lire/ })).toBeVisible();
  const secret = ((await opened.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await code(opened).fill('000000');
  await button(opened, 'Activer').click();
  await expect(code(opened)).toHaveAccessibleDescription(/Code de vérification incorrect/);
  await code(opened).fill(codeNow(secret));
  await button(opened, 'Activer').click();
  const shown = opened.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  const [file] = await Promise.all([page.waitForEvent('download'), button(opened, 'Télécharger').click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
  await opened.getByRole('checkbox', { name: 'J’ai conservé ces codes' }).check();
  await button(opened, 'Terminer').click();
  return { secret, codes };
}

test('a second factor is enabled, required at sign-in, and disabled', { tag: '@phone-only' }, async ({
  hire,
  open,
}) => {
  test.slow();
  const person = await hire();
  const page = await open(person, '/user');
  const { secret, codes } = await enable(page, person);
  await expect(page.getByText('10 codes de secours restants')).toBeVisible();
  expect(new Set(codes).size).toBe(10);

  const door = await open(null, '/');
  await signIn(door, person.email, person.password);
  await expect(door.getByRole('heading', { name: 'Validation en deux étapes' })).toBeVisible();
  await expect(code(door)).toBeFocused();
  await code(door).fill('000000');
  await button(door, 'Vérifier').click();
  await expect(door.getByRole('alert')).toHaveText('Code de vérification incorrect');
  const next = codeNow(secret, 1);
  await code(door).fill(`${next.slice(0, 3)} ${next.slice(3)}`);
  await button(door, 'Vérifier').click();
  await expect(door.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();

  const again = await open(null, '/');
  await signIn(again, person.email, person.password);
  await code(again).fill(next);
  await button(again, 'Vérifier').click();
  await expect(again.getByRole('alert')).toHaveText('Code de vérification incorrect');
  await button(again, 'Utiliser un code de secours').click();
  await again.getByLabel('Code de secours', { exact: true }).fill((codes[0] ?? '').toLowerCase());
  await button(again, 'Vérifier').click();
  await expect(again.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();

  await page.reload();
  await expect(page.getByText('9 codes de secours restants')).toBeVisible();
  await button(page, 'Désactiver').click();
  const opened = dialog(page, 'Désactiver la validation en deux étapes');
  await password(opened).fill(person.password);
  await button(opened, 'Utiliser un code de secours').click();
  await opened.getByLabel('Code de secours', { exact: true }).fill(codes[1] ?? '');
  await button(opened, 'Désactiver').click();
  await expectNotice(page, 'La validation en deux étapes est désactivée');
  await expect(button(page, 'Activer')).toBeVisible();
  const free = await open(null, '/');
  await signIn(free, person.email, person.password);
  await expect(free.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
});

test('the owner resets it for a person who lost his phone, and the history shows it', async ({ hire, open, owner }) => {
  const person = await hire();
  const theirs = await open(person, '/user');
  await enable(theirs, person);
  const page = await open(owner, `/agents?q=${person.email.split('@')[0]}`);
  await choose(page, person.fullname, 'Droits');
  const editor = dialog(page, `Droits de ${person.fullname}`);
  await expect(editor.getByText('Validation en deux étapes')).toBeVisible();
  await button(editor, 'Réinitialiser').click();
  const question = dialog(page, 'Réinitialiser la validation en deux étapes');
  await expect(question).toContainText(`Le mot de passe de ${person.fullname} suffira de nouveau.`);
  await button(question, 'Réinitialiser').click();
  await expectNotice(page, 'Validation en deux étapes réinitialisée');
  await expect(button(editor, 'Réinitialiser')).toBeHidden();
  await page.keyboard.press('Escape');

  const door = await open(null, '/');
  await signIn(door, person.email, person.password);
  await expect(door.getByRole('heading', { name: `Bonjour ${person.firstname}` })).toBeVisible();
  await choose(page, person.fullname, 'Historique');
  await expect(dialog(page, person.fullname).getByRole('listitem').first()).toContainText(
    'Validation en deux étapes réinitialisée',
  );
});

test('where the agency requires it, it is enabled before anything else at the next sign-in', async ({
  agency,
  open,
}) => {
  const owner = await agency();
  await owner.api.save(Agency, { id: owner.api.agencyId, accounts: { secondFactor: 'STAFF' } });
  // Nobody is stopped in the middle of his work.
  const before = await open(owner, '/sites');
  await expect(before.getByRole('heading', { name: 'Sites', exact: true })).toBeVisible();
  const page = await open(null, '/');
  await signIn(page, owner.email, owner.password);
  await expect(page.getByRole('heading', { name: 'Protégez votre compte' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await enable(page, owner, 'Activer la validation en deux étapes');
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible();
});
