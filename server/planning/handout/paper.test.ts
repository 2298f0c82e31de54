import { beforeAll, describe, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { noPublicPower } from '#core/agencies/mentions.ts';
import { publishServices, saveServices } from '#core/planning/calls.ts';
import { downloadAgentPlanning } from '#core/planning/handout-calls.ts';
import { Unavailability, UnavailabilityType, wholeDays } from '#core/planning/unavailability.ts';
import { Site } from '#core/sites/site.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { type OpenedPdf, openPdf } from '#server/testing/pdf.ts';
import type { Person, PersonName } from '#server/testing/people.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, customer, people, app } = here;
const owner = as('owner');
const me = people.agent.profile?.id as string;
const colleague = people.staff.profile?.id as string;
const week = { start: '2027-03-01', end: '2027-03-07' };
let site: string;

const at = (day: string, time: string): string => new Date(`2027-03-${day}T${time}:00+01:00`).toISOString();

async function pdf(
  who: PersonName | Person,
  path: string,
  { by, ...input }: { by: 'agents' | 'sites' } & Record<string, unknown>,
): Promise<OpenedPdf & { name: string }> {
  const { token } = await here.sessionOf(who);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/agency/${agency.id}${path}/planning/${by}/pdf`,
    headers: { authorization: `Bearer ${token}` },
    payload: { ...week, ...input },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return { ...(await openPdf(answer.rawPayload)), name: String(answer.headers['content-disposition']) };
}

beforeAll(async () => {
  const saved = (await owner.call(endpointOf(Site, 'save'), {
    mount: 'agency',
    input: {
      name: 'Entrepôt des Œillets',
      customer: { id: customer.id },
      address: { street: '3 quai Lunel', zipcode: '06300', city: 'Nice' },
    },
  })) as { site: AnyRow };
  site = saved.site.id;
  const service = (day: string, from: string, to: string, agents: string[], more: object = {}) => ({
    site: { id: site },
    startAt: at(day, from),
    endAt: at(to < from ? String(Number(day) + 1).padStart(2, '0') : day, to),
    agents: agents.map((id) => ({ id })),
    ...more,
  });
  await owner.call(saveServices, {
    input: {
      confirmed: true,
      services: [
        service('01', '07:00', '19:00', [me], {
          postTitle: 'Poste de garde',
          breaks: [{ type: 0, startAt: at('01', '12:00'), endAt: at('01', '12:30') }],
        }),
        service('03', '19:00', '07:00', [me, colleague], { nbAgents: 3, postTitle: 'Ronde' }),
      ],
    },
  });
  await owner.call(publishServices, { input: { period: week } });
  await owner.call(saveServices, {
    input: { confirmed: true, services: [service('04', '20:00', '23:00', [me], { postTitle: 'Renfort secret' })] },
  });
  const { unavailabilityTypes } = (await owner.call(endpointOf(UnavailabilityType, 'list'), {
    mount: 'agency',
    input: {},
  })) as AnyRow;
  await owner.call(endpointOf(Unavailability, 'save'), {
    mount: 'agency',
    input: {
      agent: { id: me },
      type: { id: unavailabilityTypes.find(({ name }: AnyRow) => name === 'Maladie').id },
      ...wholeDays('2027-03-05', '2027-03-06', 'Europe/Paris'),
    },
  });
});

describe('a page for each collaborator', () => {
  test('shows days, hours, place, post, breaks, absences and totals, with the legal mentions', async () => {
    const { pages, text, name } = await pdf('owner', '', { by: 'agents', agents: [me] });
    expect(pages).toHaveLength(1);
    for (const expected of [
      `Planning de ${people.agent.fullname}`,
      'Du 01/03/2027 au 07/03/2027',
      'Semaine 9',
      'lun. 01/03',
      '07:00 – 19:00',
      'Entrepôt des Œillets',
      '3 quai Lunel, 06300 Nice',
      'Poste de garde',
      '12:00 – 12:30',
      '11h30',
      '19:00 – 07:00',
      'Maladie',
      'Total de la période (2 services)',
      '23h30',
      noPublicPower,
    ])
      expect(text).toContain(expected);
    expect(decodeURIComponent(name)).toContain(`Planning ${people.agent.fullname} 2027-03-01 au 2027-03-07.pdf`);
  });

  test('names the type of an absence only to those who may list absences', async () => {
    const reader = await here.hire('lectrice', { of: 'azur', rights: ['readAgentPlanning'] });
    const { text } = await pdf(reader, '', { by: 'agents', agents: [me] });
    expect(text).toContain('Indisponible');
    expect(text).not.toContain('Maladie');
  });

  test('leaves drafts out unless requested, and then marks them', async () => {
    expect((await pdf('owner', '', { by: 'agents', agents: [me] })).text).not.toContain('Renfort secret');
    const { text } = await pdf('owner', '', { by: 'agents', agents: [me], drafts: true });
    expect(text).toContain('Renfort secret');
    expect(text).toContain('Provisoire');
  });

  test('an agent on his own path gets only his own published planning', async () => {
    const { pages, text, name } = await pdf('agent', `/agent/${me}`, {
      by: 'agents',
      agents: [colleague],
      drafts: true,
    });
    expect(pages).toHaveLength(1);
    expect(text).toContain(`Planning de ${people.agent.fullname}`);
    expect(text).toContain('Total de la période (2 services)');
    for (const hidden of ['Renfort secret', 'Provisoire', people.staff.fullname]) expect(text).not.toContain(hidden);
    expect(decodeURIComponent(name)).toContain(`Planning ${people.agent.fullname} 2027-03-01 au 2027-03-07.pdf`);
  });
});

describe('a page for each site', () => {
  test('shows the agents of its posts and the open posts', async () => {
    const { text } = await pdf('owner', '', { by: 'sites', sites: [site] });
    expect(text).toContain('Planning de Entrepôt des Œillets');
    expect(text).toContain(people.staff.fullname);
    expect(text).toContain('À pourvoir');
    // Three people for twelve hours, one for eleven and a half.
    expect(text).toContain('47h30');
  });

  test('shows a customer his posts and their number of agents, never the names', async () => {
    const { text } = await pdf('customer', `/customer/${customer.id}`, { by: 'sites', agents: [me], drafts: true });
    expect(text).toContain('Planning de Entrepôt des Œillets');
    expect(text).toContain('Effectif');
    for (const hidden of [people.agent.fullname, people.staff.fullname, 'Renfort secret'])
      expect(text).not.toContain(hidden);
  });
});

describe('the table for the wall', () => {
  test('has a row for each agent, is in landscape, and hides the reason of an absence', async () => {
    const { text, pages } = await pdf('owner', '', { by: 'agents', layout: 'table', paper: 'A3' });
    expect(pages[0]?.width).toBeGreaterThan(pages[0]?.height ?? 0);
    expect(Math.round(pages[0]?.width ?? 0)).toBe(1191);
    for (const expected of [people.agent.fullname, '7–19', '19–7', 'Abs.', 'S9']) expect(text).toContain(expected);
    expect(text).not.toContain('Maladie');
  });

  test('two months are several tables', async () => {
    const { pages } = await pdf('owner', '', { by: 'sites', layout: 'table', end: '2027-04-30' });
    expect(pages.length).toBeGreaterThan(1);
  });
});

test('a period without services has a notice; a period too long or reversed is refused', async () => {
  const empty = { start: '2031-01-01', end: '2031-01-02' };
  expect((await pdf('owner', '', { by: 'agents', ...empty })).text).toContain('Aucun service sur cette période.');
  for (const [input, message] of [
    [{ start: '2027-03-07', end: '2027-03-01' }, 'La fin précède le début'],
    [{ start: '2027-01-01', end: '2027-12-31' }, 'Deux mois au plus'],
    [{ ...week, paper: 'A0' }, 'Format inconnu'],
  ] as const)
    expect(await owner.answer(downloadAgentPlanning, { mount: 'agency', input })).toMatchObject({
      status: 400,
      body: { message },
    });
});

test('it has the agency’s header and footer (L-015)', async () => {
  await owner.call(endpointOf(Agency, 'save'), {
    mount: 'agency',
    input: {
      id: agency.id,
      agentPlanningSettings: { header: 'Merci de confirmer\nvotre présence.', footer: 'Astreinte : 06 00 00 00 00' },
    },
  });
  const { pages } = await pdf('owner', '', { by: 'agents', agents: [me] });
  expect(pages[0]?.text).toContain('Merci de confirmer votre présence.');
  for (const { text } of pages) expect(text).toContain('Astreinte : 06 00 00 00 00');
});
