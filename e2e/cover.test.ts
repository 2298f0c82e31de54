import { Service } from '#core/planning/service.ts';
import { Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { button, choose, dialog, expectNotice } from './acts.ts';
import type { Api, Row } from './api.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import type { Person } from './people.ts';
import { dayAhead, planned, serviceOn } from './weeks.ts';

const longDay = (iso: string): string =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${iso}T12:00:00Z`));

const plannedOn = (owner: Api, site: Row, agent: Person, ...days: number[]): Promise<string[]> =>
  planned(owner, ...days.map((after) => serviceOn(dayAhead(after), site, 7, 15, [agent])));

test('an agent who is sick tomorrow is replaced in three clicks, and one for the consent of his replacement; all services during an absence are reassigned at once', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, sick, other] = await Promise.all([hire(), hire(guard), hire(guard)]);
  await qualified(owner, sick, other);
  const [service, ...later] = (await plannedOn(owner, await site(`Gare ${mark}`), sick, 1, 10, 12)) as [
    string,
    ...string[],
  ];
  const page = await open(planner, '/adminPlanning');
  await page.getByRole('searchbox', { name: 'Chercher un collaborateur' }).fill(sick.fullname);
  const row = await page.getByRole('rowheader').getByText(sick.fullname).boundingBox();
  const column = await page
    .getByTitle(longDay(dayAhead(1)), { exact: false })
    .first()
    .boundingBox();
  if (!row || !column) throw new Error('the service is not in sight');

  // 1: the service; 2: « Remplacer… ».
  await page.mouse.click(column.x + column.width / 2, row.y + row.height / 2, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Remplacer…' }).click();
  const cover = dialog(page, `Remplacer ${sick.fullname}`);
  await cover.getByRole('searchbox', { name: 'Chercher un collaborateur' }).fill(other.fullname);
  await expect(cover.getByRole('button', { name: /^Choisir/ })).toHaveCount(1);
  await check(page, 'a replacement', '[role=dialog]');
  // 3: the replacement.
  await button(cover, `Choisir ${other.fullname}`).click();
  // Art. 7.07.3: less than 48 hours before, his consent, in his line.
  await button(cover.getByRole('listitem').filter({ hasText: other.fullname }), 'Par téléphone').click();
  await expectNotice(page, `${sick.fullname} est remplacé par ${other.fullname}`);
  await expect(cover).toBeHidden();
  expect(await owner.read(Service, service)).toMatchObject({ agents: [{ id: other.id }] });

  const { rows } = await owner.list(UnavailabilityType, { limit: 10 });
  await owner.save(Unavailability, {
    agent: { id: sick.id },
    type: { id: rows.find(({ name }) => name === 'Maladie')?.id },
    ...wholeDays(dayAhead(9), dayAhead(13), 'Europe/Paris'),
  });
  await page.goto(`/#/listIndispo?f=${encodeURIComponent(JSON.stringify({ agent: [sick.id] }))}`);
  await choose(page, sick.fullname, 'Remplacer sur la période');
  const period = dialog(page, `Remplacer ${sick.fullname} sur la période`);
  await expect(period.getByRole('list', { name: 'Services à remplacer' }).getByRole('listitem')).toHaveCount(2);
  await check(page, 'the services of an absence', '[role=dialog]');
  await button(period, 'Remplacer sur 2 services').click();
  const anomalies = dialog(page, 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?');
  await expect(
    anomalies.or(page.getByRole('alert').filter({ hasText: 'est remplacé sur 2 services' })).first(),
  ).toBeVisible();
  if (await anomalies.isVisible()) await button(anomalies, 'Enregistrer quand même').click();
  await expectNotice(page, `${sick.fullname} est remplacé sur 2 services`);
  for (const id of later) {
    const { agents } = (await owner.read(Service, id)) as unknown as { agents: { id: string }[] };
    expect(agents).toHaveLength(1);
    expect(agents[0]?.id).not.toBe(sick.id);
  }
});
