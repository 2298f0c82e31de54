// Sample data: two customers, three sites, five people and a week of services, with nobody to write to.
import { instantAt } from '../kernel/clock.ts';
import { dayNumber, daysAfter, weekdayOf } from '../planning/days.ts';

export interface SampleRow {
  id: string;
  /** What the user sees; a renamed record is his own. */
  name: string;
  draft: Record<string, unknown>;
}

export interface SampleSet {
  agents: SampleRow[];
  customers: SampleRow[];
  sites: SampleRow[];
  services: SampleRow[];
}

const agents = [
  { name: 'Inès Marchal', gender: 2, birthDate: '1991-04-12' },
  { name: 'Karim Delmas', gender: 1, birthDate: '1987-09-03' },
  { name: 'Lucas Fontaine', gender: 1, birthDate: '1995-01-28' },
  { name: 'Maëlle Tessier', gender: 2, birthDate: '1993-11-17' },
  { name: 'Yanis Borel', gender: 1, birthDate: '1998-06-05' },
] as const;

/** Without a card nobody may be planned (R631-15). Its prefix is that of no office. */
const cardOf = (rank: number): string => `EXE-000-2030-01-01-0000000000${rank + 1}`;
const cardLife = 900;

const customers = [
  {
    name: 'Exemple · Les Entrepôts du Port',
    address: { street: '12 quai des Docks', zipcode: '13002', city: 'Marseille' },
  },
  {
    name: 'Exemple · Galerie Saint-Loup',
    address: { street: '4 place du Marché', zipcode: '31000', city: 'Toulouse' },
  },
] as const;

const sites = [
  { customer: 0, name: 'Exemple · Entrepôt A', address: customers[0].address },
  {
    customer: 0,
    name: 'Exemple · Bureaux du port',
    address: { street: '14 quai des Docks', zipcode: '13002', city: 'Marseille' },
  },
  { customer: 1, name: 'Exemple · Galerie marchande', address: customers[1].address },
] as const;

/** People take turns, so that rests and weekly hours hold. An empty team leaves a post to fill. */
const posts = [
  { site: 0, title: 'Ronde de nuit', from: '21:00', to: '06:00', days: [0, 1, 2, 3, 4, 5, 6], team: [0, 1] },
  { site: 1, title: 'Accueil', from: '08:00', to: '17:00', days: [1, 2, 3, 4, 5], team: [2] },
  { site: 2, title: 'Surveillance', from: '10:00', to: '19:00', days: [1, 2, 3, 4, 5, 6], team: [3, 4] },
  { site: 2, title: 'Renfort du samedi', from: '13:00', to: '19:00', days: [6], team: [] },
] as const;

const at = <T>(list: readonly T[], index: number): T => list[index] as T;

/** The seven days from `first` on. `card`: the agency's type of the professional card, if it has one. */
export function sampleSet(first: string, zone: string, card: string | null, newId: () => string): SampleSet {
  const people = agents.map(({ name, ...civil }, rank): SampleRow => {
    const [firstname = '', lastname = ''] = name.split(' ');
    return {
      ...{ id: newId(), name },
      draft: {
        ...{ firstname, lastname, position: 'Agent de sécurité (exemple)' },
        agentInfos: {
          ...{ ...civil, plannable: true, nationality: 'Française', cardNumber: cardOf(rank) },
          ...(card === null
            ? {}
            : {
                expirations: [
                  {
                    ...{ id: newId(), type: { id: card }, number: cardOf(rank) },
                    expiresAt: daysAfter(first, cardLife),
                  },
                ],
              }),
          agentInfosSettingsNotifications: { sendPlanning: false },
        },
      },
    };
  });
  const companies = customers.map(
    ({ name, address }): SampleRow => ({
      ...{ id: newId(), name },
      draft: {
        name,
        type: 100,
        address: { ...address, country: 'FR' },
        customerInfos: { generateCustomerNumberId: false },
      },
    }),
  );
  const places = sites.map(
    ({ customer, name, address }): SampleRow => ({
      ...{ id: newId(), name },
      draft: { name, customer: { id: at(companies, customer).id }, address: { ...address, country: 'FR' } },
    }),
  );
  const services = posts.flatMap(({ site, title, from, to, days, team }, post): SampleRow[] =>
    Array.from({ length: 7 }, (_, index) => index)
      .filter((index) => (days as readonly number[]).includes(weekdayOf(dayNumber(daysAfter(first, index)))))
      .map((index, turn) => {
        const day = daysAfter(first, index);
        const name = `EX${post + 1}-${String(index + 1).padStart(2, '0')}`;
        // Two days in a row each.
        const held = team.length === 0 ? [] : [at(people, at(team, Math.floor(turn / 2) % team.length))];
        return {
          ...{ id: newId(), name },
          draft: {
            ...{ site: { id: at(places, site).id }, postTitle: title, activityType: 1, nbAgents: 1 },
            startAt: instantAt(day, from, zone),
            endAt: instantAt(to <= from ? daysAfter(day, 1) : day, to, zone),
            agents: held.map(({ id }) => ({ id })),
          },
        };
      }),
  );
  return { agents: people, customers: companies, sites: places, services };
}
