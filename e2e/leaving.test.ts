import { Agent } from '#core/agents/agent.ts';
import { Service } from '#core/planning/service.ts';
import { button, choose, dialog, expectNotice, textbox } from './acts.ts';
import { check } from './axe.ts';
import { guard, qualified } from './guards.ts';
import { expect, test } from './journey.ts';
import { dayAhead, planned, serviceOn } from './weeks.ts';

test('an agent with coming services is archived on his last day: they can be replaced first, and become unfilled', async ({
  hire,
  open,
  owner,
  site,
  mark,
}) => {
  const [planner, leaver, other] = await Promise.all([hire(), hire(guard), hire(guard)]);
  await qualified(owner, leaver, other);
  const place = await site(`Quai ${mark}`);
  const [near, far] = (await planned(
    owner,
    serviceOn(dayAhead(10), place, 7, 15, [leaver]),
    serviceOn(dayAhead(12), place, 7, 15, [leaver]),
  )) as [string, string];
  const page = await open(planner, `/agents?q=${encodeURIComponent(leaver.fullname)}`);
  await choose(page, leaver.fullname, 'Archivage');
  const question = dialog(page, `Archiver ${leaver.fullname}`);
  await expect(question).toContainText('2 services à venir lui sont confiés');
  await expect(textbox(question, 'Date de sortie')).not.toHaveValue('');
  await check(page, 'the question before archiving', '[role=dialog]');

  await button(question, 'Remplacer…').click();
  const cover = dialog(page, `Remplacer ${leaver.fullname} sur la période`);
  await expect(cover.getByRole('list', { name: 'Services à remplacer' }).getByRole('listitem')).toHaveCount(2);
  await button(cover, 'Annuler').click();
  await expect(cover).toBeHidden();

  await button(question, 'Archiver').click();
  await expectNotice(page, 'Collaborateur archivé');
  await expectNotice(page, '2 services sont à pourvoir');
  const { status, agentInfos } = await owner.read(Agent, leaver.id);
  expect(status).toBe(300);
  expect((agentInfos as { contracts: { endDate: string | null }[] }).contracts[0]?.endDate).not.toBeNull();
  for (const id of [near, far]) expect(await owner.read(Service, id)).toMatchObject({ agents: [], missingAgents: 1 });
});
