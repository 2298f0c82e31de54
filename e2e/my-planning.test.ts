import { publishServices, saveServices } from '#core/planning/calls.ts';
import { button, dialog, rowLink } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { expectFieldScale } from './targets.ts';
import { inMinutes } from './weeks.ts';

/** In the agency's zone. */
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' });
const at = (hour: number): string => `${today}T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** Next month, so that the clock does not mark it as missed. */
const later = (hour: number): string => {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 10, hour)).toISOString();
};

test('an agent finds on his phone his published services, the address, their calendar feed and his hours', {
  tag: '@phone-only',
}, async ({ hire, open, owner, site, mark }) => {
  const [agent, other] = await Promise.all([hire(guard), hire(guard)]);
  await qualified(owner, agent, other);
  const place = await site(`Musée ${mark}`, { address: { street: '4 rue Haute', zipcode: '06000', city: 'Nice' } });
  const { services } = await owner.call(saveServices, {
    input: {
      services: [
        {
          site: { id: place.id },
          startAt: at(18),
          endAt: at(22),
          postTitle: 'Accueil',
          agents: [{ id: agent.id }, { id: other.id }],
        },
        { site: { id: place.id }, startAt: at(22), endAt: at(23), postTitle: 'Brouillon', agents: [{ id: agent.id }] },
      ],
      confirmed: true,
      consent: { means: 'PHONE' },
    },
  });
  await owner.call(publishServices, { input: { services: [services[0]?.id as string] } });

  const page = await open(agent, '/my-planning');
  const card = page.getByRole('article', { name: new RegExp(`Musée ${mark}`) });
  await expect(card).toContainText('Accueil');
  await expect(card).toContainText('4h00');
  await expect(card.getByRole('link', { name: '4 rue Haute, 06000 Nice' })).toHaveAttribute('href', /^https:/);
  await expect(page.getByText('Brouillon')).toBeHidden();
  await expect(page.getByText(other.fullname)).toBeHidden();
  await check(page, 'own planning');
  await button(card, `Consignes, Musée ${mark}`).click();
  await expect(dialog(page, `Consignes — Musée ${mark}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Agenda').click();
  const calendar = dialog(page, 'Mon agenda');
  await button(calendar, 'Créer l’adresse').click();
  const address = calendar.getByRole('textbox', { name: /Adresse à coller/ });
  await expect(address).toHaveValue(/planning\.ics$/);
  await check(page, 'address of a calendar', '[role=dialog]');
  const feed = await page.request.get(await address.inputValue());
  expect(await feed.text()).toContain(`SUMMARY:Musée ${mark} – Accueil`);
  await page.keyboard.press('Escape');

  await page.goto('/#/hoursAgent');
  await expect(page.getByRole('region', { name: 'Services' })).toContainText(`Musée ${mark}`);
  await check(page, 'own hours');
  await expectFieldScale(page);

  await page.goto('/#/notifications');
  await expect(page.getByRole('heading', { name: 'Comment être prévenu' })).toBeVisible();
  await expectFieldScale(page);
  await page.goto('/#/listIndispo');
  // An empty list offers it, too.
  await button(page, 'Ajouter').first().click();
  await expect(dialog(page, 'Nouvelle indisponibilité')).toBeVisible();
  await expectFieldScale(page);
});

test('a customer reads his own sites, their planning, their services and what is on tonight, read-only', async ({
  contact,
  customer,
  open,
  owner,
  site,
  mark,
}) => {
  const [own, foreign] = [await customer(), await customer(`Autre ${mark}`)];
  const [mine, theirs] = [
    await site(`Villa ${mark}`, { customer: { id: own.id } }),
    await site(`Ailleurs ${mark}`, { customer: { id: foreign.id } }),
  ];
  const { services } = await owner.call(saveServices, {
    input: {
      services: [mine, theirs].map(({ id }) => ({
        site: { id },
        startAt: inMinutes(10),
        endAt: inMinutes(250),
        postTitle: 'Rondier',
      })),
      confirmed: true,
    },
  });
  await owner.call(publishServices, { input: { services: services.map(({ id }) => id) } });
  const page = await open(await contact(own), '/customerPlanning');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('rowheader').filter({ hasText: `Villa ${mark}` })).toBeAttached();
  await expect(page.getByRole('rowheader').filter({ hasText: `Ailleurs ${mark}` })).toHaveCount(0);
  await expect(button(page, 'Nouveau service')).toBeHidden();
  await check(page, 'planning of a customer', 'main');

  // Searched by the address: the list opens on today, and shortly before midnight the service begins tomorrow.
  await page.goto(`/#/customerServices?q=${mark}`);
  await expect(page.getByRole('row').filter({ hasText: `Villa ${mark}` })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: `Ailleurs ${mark}` })).toHaveCount(0);
  await expect(button(page, 'Ajouter')).toBeHidden();
  await page
    .getByRole('row')
    .filter({ hasText: `Villa ${mark}` })
    .getByRole('link')
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Lecture seule')).toBeVisible();

  await page.goto('/#/home');
  const tonight = page.getByRole('region', { name: /^(Ce soir|Aujourd’hui) sur vos sites$/ });
  await expect(tonight).toContainText(`Villa ${mark}`);
  await expect(tonight).not.toContainText(`Ailleurs ${mark}`);
  await check(page, 'the home page of a customer');

  await page.goto('/#/customerSites');
  await expect(button(page, 'Ajouter')).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: `Ailleurs ${mark}` })).toHaveCount(0);
  await rowLink(page, `Villa ${mark}`).click();
  await expect(dialog(page, `Villa ${mark}`).getByText('Lecture seule')).toBeVisible();
  await page.goto(`/#/customerSites?open=${theirs.id}`);
  await expect(page.getByRole('alert').filter({ hasText: "La fiche n'a pas pu être chargée" })).toBeVisible();
  await expect(page.getByText(`Ailleurs ${mark}`)).toBeHidden();
});

test('hours of agents and sites are listed, opened and exported', async ({ hire, open, owner, site, mark }) => {
  const [planner, agent] = await Promise.all([hire(), hire(guard)]);
  await qualified(owner, agent);
  const place = await site(`Chantier ${mark}`);
  await owner.call(saveServices, {
    input: {
      services: [{ site: { id: place.id }, startAt: later(8), endAt: later(18), agents: [{ id: agent.id }] }],
      confirmed: true,
    },
  });
  const page = await open(planner, '/agents-hours');
  await button(page, 'Période suivante').click();
  await page.getByRole('searchbox', { name: 'Chercher un collaborateur' }).fill(agent.fullname);
  await expect(page.getByRole('row').filter({ hasText: agent.fullname })).toContainText('10h00');
  await check(page, 'hours of the collaborators', 'main');
  const saved = page.waitForEvent('download');
  await button(page, 'Exporter').click();
  expect((await saved).suggestedFilename()).toMatch(/^Heures collaborateurs .*\.xlsx$/);
  await button(page, agent.fullname).click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Services' })).toContainText(`Chantier ${mark}`);
  await check(page, 'hours in detail', '[role=dialog]');
  await page.goto('/#/sites-hours');
  await button(page, 'Période suivante').click();
  await page.getByRole('searchbox', { name: 'Chercher un site' }).fill(`Chantier ${mark}`);
  await expect(page.getByRole('row').filter({ hasText: `Chantier ${mark}` })).toContainText('10h00');
});
