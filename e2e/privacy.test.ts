import { Agent } from '#core/agents/agent.ts';
import { button, choose, dialog, expectNotice, openRow, withArchived } from './acts.ts';
import { signInAs } from './api.ts';
import { check } from './axe.ts';
import { expect, productUrl, test } from './journey.ts';

const number = '1 85 05 78 006 084 91';

test('the data of a person: a sealed number is shown on demand, which the history tells; all is exported; a former agent is erased, except for what the law keeps', async ({
  hire,
  open,
  owner,
}) => {
  const person = await hire();
  await owner.save(Agent, { id: person.id, agentInfos: { socialSecurityNumber: number } });
  const page = await open(owner, `/agents?q=${person.email}&f=${withArchived}`);

  await test.step('a sealed number', async () => {
    const record = await openRow(page, person.fullname);
    const field = record.getByRole('group', { name: 'Numéro de sécurité sociale' });
    await expect(field.getByText('•••• 491')).toBeVisible();
    await button(field, 'Afficher : Numéro de sécurité sociale').click();
    await expect(field.getByText(number)).toBeVisible();
    await check(page, 'a revealed field', '[role=dialog]');
    await button(field, 'Masquer : Numéro de sécurité sociale').click();
    await expect(page.getByText(number)).toHaveCount(0);
    await record.getByText('Historique', { exact: true }).click();
    await expect(record.getByText('A consulté : Numéro de sécurité sociale')).toBeVisible();
    await expect(record.getByText('185057800608491')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  });

  await owner.move(Agent, person.id, 'archive');
  await choose(page, person.fullname, 'Données personnelles');
  const about = dialog(page, `Données personnelles — ${person.fullname}`);
  await test.step('the export is made and downloaded', async () => {
    await button(about, 'Exporter ses données').click();
    await expect(button(about, 'Télécharger')).toBeVisible({ timeout: 20_000 });
    const [fetched] = await Promise.all([page.waitForEvent('download'), button(about, 'Télécharger').click()]);
    expect(fetched.suggestedFilename()).toBe('donnees-personnelles.zip');
  });

  await test.step('a preview lists what is deleted and what the law keeps, and a pseudonym remains', async () => {
    await expect(about.getByText(/Mentions du registre unique du personnel, chiffrées, jusqu’au/)).toBeVisible();
    await expect(about.getByText(/Son compte est supprimé/)).toBeVisible();
    await check(page, 'personal data of a person', '[role=dialog]');
    await about.getByRole('checkbox', { name: /définitif/ }).check();
    await button(about, 'Effacer les données personnelles').click();
    await expectNotice(page, 'Données personnelles effacées');
    await expect(about.getByText(/Effacé le .* : Collaborateur effacé n° \d+/)).toBeVisible();
    await button(about, 'Afficher les mentions du registre').click();
    await expect(about.getByRole('list', { name: 'Mentions du registre' })).toContainText(person.firstname);
    const left = await owner.read(Agent, person.id);
    expect(left.fullname).toMatch(/^Collaborateur effacé n° \d+$/);
    expect(JSON.stringify(left)).not.toContain(person.email);
    await expect(signInAs(productUrl(), person.email, person.password)).rejects.toThrow('401');
  });
});
