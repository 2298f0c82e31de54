import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType, ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { Service } from '#core/planning/service.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import type { Right } from '#core/rights.ts';
import { Round } from '#core/rounds/round.ts';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import type { SummaryProps } from '#ui/EntityDialog/extras.ts';
import { IconHome } from '#ui/icons.ts';
import type { AnyRow } from '#ui/moves.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import AgentSummary from '../agents/AgentSummary.tsx';
import ServiceSummary from '../planning/ServiceSummary.tsx';
import CustomerSummary from '../rights/CustomerSummary.tsx';
import SiteSummary from '../sites/SiteSummary.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';

beforeEach(() => {
  startAfresh();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-16T10:00:00+01:00') });
});
afterEach(() => vi.useRealTimers());

const menus = [
  {
    name: 'all',
    label: '',
    items: [Agent, Customer, Site, Service, Round, Unavailability].map((of: Entity) => ({
      name: of.plural,
      path: `/${of.plural}`,
      label: of.label.many,
      description: '',
      icon: IconHome,
      add: true,
      records: async () => of,
      preload: () => undefined,
    })),
  },
];

const of = (rights: readonly Right[]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights })] }), { profileId: null, agency: null });

const everything: readonly Right[] = [
  ...['listAgents', 'readAgent', 'readAgentPhone', 'listAgentContracts', 'listAgentHours', 'listSites', 'createSite'],
  ...['listCustomers', 'listServices', 'editService', 'createService', 'listUnavailabilities', 'listAgencyHours'],
  ...['listSiteInstructionBooks', 'listRounds', 'listServiceEvents'],
] as readonly Right[];

const site = { id: idOf(20), name: 'Hôtel Miramarine' };
const ines = { id: idOf(30), name: 'Inès Faure' };
const night = listedRowOf(Service, {
  id: idOf(10),
  reference: 'S000010',
  status: 100,
  site,
  startAt: '2026-11-16T18:00:00.000Z',
  endAt: '2026-11-17T06:00:00.000Z',
  agents: [ines],
  missingAgents: 1,
});

const answers: Record<string, (request: StubRequest) => Reply> = {
  '/consents': () => [
    200,
    {
      consents: [
        {
          id: idOf(60),
          agent: ines.name,
          means: 'SMS',
          obtainedAt: '2026-11-15T09:30:00.000Z',
          comment: null,
          author: 'Paul Régis',
        },
      ],
    },
  ],
  '/fetch/circuits': () => [200, { services: [night], filtered: 1 }],
  '/fetch/sites': () => [
    200,
    { sites: [listedRowOf(Site, { ...site, customer: { id: idOf(40), name: 'Miramarine' } })], filtered: 1 },
  ],
  '/fetch/unavailabilities': () => [200, { unavailabilities: [], filtered: 0 }],
  '/fetch/allSiteInstructions': () => [
    200,
    {
      siteInstructions: [listedRowOf(SiteInstruction, { title: 'Ouverture', site, date: '2026-11-10T08:00:00.000Z' })],
      filtered: 1,
    },
  ],
  '/fetch/rounds': () => [200, { rounds: [], filtered: 0 }],
  '/barredSites': () => [200, { sites: [site] }],
  '/check-circuits': () => [200, { errors: [] }],
  '/fetch/events': () => [200, { events: [], filtered: 0 }],
  '/rounds': () => [
    200,
    {
      rounds: [
        {
          ...{ uuid: idOf(70), round: { id: idOf(71), name: 'Ronde Entrepôt' }, numberOfExecutions: 2, remaining: 1 },
          executions: [],
        },
      ],
    },
  ],
};

function show(Summary: ComponentType<SummaryProps>, row: AnyRow, rights: readonly Right[] = everything) {
  const calls = serve((request) => {
    const found = Object.entries(answers).find(([end]) => request.path.endsWith(end));
    return found ? found[1](request) : [404, { code: 404, message: `Rien pour ${request.path}` }];
  });
  const onEdit = vi.fn();
  const page: ReactElement = (
    <MenusContext value={menus}>
      <Summary row={row} onEdit={onEdit} onPart={() => undefined} />
    </MenusContext>
  );
  return { user: showPage(page, of(rights)), calls, onEdit };
}

const region = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const wrongs = async (): Promise<string[]> =>
  within(await screen.findByRole('list', { name: 'À régler' }))
    .getAllByRole('listitem')
    .map((one) => one.textContent ?? '');

const agent = rowOf(Agent, {
  id: ines.id,
  fullname: ines.name,
  status: 100,
  accountState: 'NONE',
  email: 'ines@exemple.fr',
  phone: ['06 12 34 56 78'],
  anomalies: ['CARD_EXPIRED'],
  agentInfos: {
    type: 'EMPLOYEE',
    plannable: true,
    rating: 3,
    expirations: [
      {
        type: { id: idOf(51), name: 'SST' },
        number: null,
        issuedAt: null,
        expiresAt: '2026-12-01',
        file: null,
        comment: null,
      },
      {
        type: { id: idOf(51), name: 'SST' },
        number: null,
        issuedAt: null,
        expiresAt: '2024-12-01',
        file: null,
        comment: null,
      },
    ],
    contracts: [{ type: 'CDI', startDate: '2024-01-01', hoursLimit: 35, period: 'WEEK', cycle: 'NONE' }],
  },
});

test('an agent who is no longer plannable but still on a service: the sheet says so first, and opens it', async () => {
  show(AgentSummary, { ...agent, agentInfos: { ...(agent.agentInfos as object), plannable: false } });
  await region('Prochains services');
  await waitFor(async () =>
    expect((await wrongs())[0]).toMatch(
      /^N’est plus planifiable, mais il (est encore au travail|lui reste 1 service).*Ouvrir le service$/,
    ),
  );
});

test('an agent: anomalies with their remedy, then services, contact, papers, contracts and barred sites, each a link', async () => {
  const { user, onEdit } = show(AgentSummary, agent);
  const found = await wrongs();
  expect(found[0]).toContain('Carte professionnelle expirée');
  expect(found[0]).toContain('récépissé');
  expect(found[1]).toContain('SST : expire le 01/12/2026');
  expect(found).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: 'Corriger' })[0] as HTMLElement);
  expect(onEdit).toHaveBeenCalled();
  const next = await within(await region('Prochains services')).findByRole<HTMLAnchorElement>('link', {
    name: /Miramarine/,
  });
  expect(next.textContent).toBe('Hôtel Miramarine · lun. 16, 19:00–07:00');
  expect(next.href).toContain(`/services?open=${night.id}`);
  const contact = await region('Contact');
  expect(within(contact).getByRole<HTMLAnchorElement>('link', { name: '06 12 34 56 78' }).href).toBe('tel:0612345678');
  expect(within(contact).getByRole<HTMLAnchorElement>('link', { name: 'ines@exemple.fr' }).href).toBe(
    'mailto:ines@exemple.fr',
  );
  // He was never invited.
  expect(contact.textContent).toContain('CompteJamais invité');
  expect((await region('Contrats')).textContent).toContain('CDI, 35h00 par semaine');
  expect(await within(await region('Sites interdits')).findByRole('link', { name: site.name })).toBeTruthy();
});

test('what the caller may not read is absent and not requested', async () => {
  const { calls } = show(AgentSummary, { ...agent, phone: [] }, ['readAgent']);
  await region('Contact');
  for (const absent of ['Prochains services', 'Heures de la période', 'Contrats', 'Absences', 'Sites interdits'])
    expect(screen.queryByRole('region', { name: absent })).toBeNull();
  expect(calls).toEqual([]);
});

test('a site: its unfilled services, customer, instructions and rounds', async () => {
  const row = rowOf(Site, { ...site, customer: { id: idOf(40), name: 'Miramarine' }, radius: 100 });
  show(SiteSummary, row);
  await within(await region('Prochains services')).findByRole('link', { name: 'lun. 16, 19:00–07:00' });
  const found = await wrongs();
  expect(found[0]).toContain('1 service sans personne ou incomplet');
  expect(found[1]).toContain('n’est pas situé');
  expect((await region('Prochains services')).textContent).toContain('Inès Faure1 poste vide');
  const customer = await within(await region('Client')).findByRole<HTMLAnchorElement>('link', { name: 'Miramarine' });
  expect(customer.href).toContain(`/customers?open=${idOf(40)}`);
  expect(
    (await within(await region('Consignes')).findByRole<HTMLAnchorElement>('link', { name: 'Ouverture' })).href,
  ).toContain(`instructions=${site.id}`);
  expect(await within(await region('Rondes')).findByText('Aucune ronde.')).toBeTruthy();
});

test('a customer: his sites with « Ajouter un site », his contacts, the services of his sites', async () => {
  const contact = {
    firstname: 'Lise',
    lastname: 'Roy',
    position: 'Gérante',
    email: 'lise@exemple.fr',
    phone: ['0102030405'],
  };
  const row = rowOf(Customer, {
    id: idOf(40),
    name: 'Miramarine',
    userCompanies: [contact],
    customerInfos: { settlementPeriod: 1, settlementPeriodDays: 30 },
  });
  const { calls } = show(CustomerSummary, row);
  const sites = await region('Sites');
  expect(await within(sites).findByRole('link', { name: site.name })).toBeTruthy();
  expect(within(sites).getByRole('link', { name: 'Ajouter un site' })).toBeTruthy();
  expect((await region('Interlocuteurs')).textContent).toContain('Lise Roy Gérante');
  await within(await region('Prochains services')).findByRole('link', { name: /Miramarine · lun. 16/ });
  expect(calls.filter(({ path }) => path.endsWith('/fetch/circuits')).map(({ body }) => body)).toMatchObject([
    { filters: { site: [site.id], isSite: 1 } },
  ]);
  expect((await region('Coordonnées')).textContent).toContain('Net 30 jours');
});

test('a service: what is missing with its remedy, its people and its site as links', async () => {
  const row = rowOf(Service, {
    ...night,
    nbAgents: 2,
    activityType: 1,
    minutes: 720,
    publication: 'DRAFT',
    breaks: [{ type: 0, startAt: '2026-11-16T22:00:00.000Z', endAt: '2026-11-16T22:20:00.000Z', comment: null }],
  });
  show(ServiceSummary, row);
  const found = await wrongs();
  expect(found[0]).toBe('Il manque 1 collaborateurTrouver un collaborateur');
  expect(found[1]).toContain('Pas encore publié');
  expect(
    (await within(await region('Service')).findByRole<HTMLAnchorElement>('link', { name: site.name })).href,
  ).toContain(site.id);
  expect(await within(await region('Collaborateurs')).findByRole('link', { name: ines.name })).toBeTruthy();
  expect((await region('Pauses prévues')).textContent).toContain('Pause lun. 16, 23:00–23:20');
  expect((await within(await region('Accords recueillis')).findByRole('listitem')).textContent).toBe(
    'Inès Faure, par SMS, le 15/11/2026 10:30 (noté par Paul Régis)',
  );
});

test('a service without anybody says so', async () => {
  show(ServiceSummary, rowOf(Service, { ...night, agents: [], minutes: 720, activityType: 1 }));
  expect((await wrongs())[0]).toBe('Personne n’est affecté à ce serviceTrouver un collaborateur');
});

test('a stop shows the rounds of its tour that are walked on its site', async () => {
  show(
    ServiceSummary,
    rowOf(Service, { ...night, missingAgents: 0, rounds: [], circuit: { id: idOf(11), name: 'T000011' } }),
  );
  const rounds = await region('Rondes');
  expect(within(rounds).getByRole('button', { name: 'Ronde Entrepôt' })).toBeTruthy();
  expect(rounds.textContent).toContain('1 sur 2 passages');
});

test('an unscheduled service says that its people learn it only from its publication', async () => {
  const row = { ...night, status: 700, publication: 'CHANGED', missingAgents: 0, minutes: 720, activityType: 1 };
  show(ServiceSummary, rowOf(Service, row));
  const [what, untold] = await wrongs();
  expect(what).toContain('Déprogrammé');
  expect(untold).toContain('Les collaborateurs ne l’apprennent qu’à la publication.');
});

const reading: readonly Right[] = ['listServices', 'listServiceEvents'] as readonly Right[];
test.each<[number, readonly Right[], string]>([
  [110, reading, 'Personne n’a pris le service à l’heure prévue.'],
  [110, everything, 'En retard : personne n’a pris ce serviceAppelez le collaborateur, ou remplacez-le.'],
  [120, reading, 'Le service n’a pas été réalisé.'],
  [400, reading, 'Interrompu avant la fin'],
  [800, reading, 'La fin du service n’a pas été enregistrée.'],
])('a service of status %i says what to do only to those who may: %#', async (status, rights, words) => {
  show(ServiceSummary, rowOf(Service, { ...night, status, missingAgents: 0, minutes: 720, activityType: 1 }), rights);
  expect((await wrongs())[0]).toBe(words);
});

test.each([
  ['2026-11-16T22:00:00.000Z', 'Terminé à 21:23, non couvert jusqu’à 07:00'],
  ['2026-11-17T10:00:00.000Z', 'Terminé à 21:23 au lieu de 07:00'],
])('a service that was left early says so first, at %s', async (now, words) => {
  vi.setSystemTime(new Date(now));
  const { '/fetch/events': before } = answers;
  const event = {
    uuid: idOf(70),
    type: { id: 6, label: 'Fin de service anticipée', typeKey: 'serviceStoppedEarly' },
    createdAt: '2026-11-16T20:23:00.000Z',
    receivedAt: '2026-11-16T20:23:00.000Z',
    photos: [],
    location: null,
    content: null,
    author: null,
  };
  answers['/fetch/events'] = () => [200, { events: [event], filtered: 1 }];
  const ended = { status: 300, realStartAt: night.startAt, realEndAt: '2026-11-16T20:23:00.000Z', missingAgents: 0 };
  show(ServiceSummary, rowOf(Service, { ...night, ...ended, minutes: 720, activityType: 1 }));
  expect((await wrongs())[0]).toBe(words);
  answers['/fetch/events'] = before as NonNullable<typeof before>;
});
