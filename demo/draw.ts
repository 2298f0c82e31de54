// Generators for the rows of one agency: random values by row, telephone numbers, e-mails, days, addresses, accounts.
import type { Address } from '#core/kernel/field.ts';
import { slugOf } from '#core/sites/slug.ts';
import { type Chance, chanceOf, idAt } from './chance.ts';
import type { WrittenAgency } from './lists/agency.ts';
import { lastNames, menNames, womenNames } from './lists/names.ts';
import type { Place } from './lists/places.ts';
import { numbering } from './numbering.ts';
import type { DemoUser } from './world.ts';

const dayLength = 86_400_000;
/** Days: a little under two years. */
const history = 725;
/** ARCEP reserves this range, like the landlines of each agency, for fiction. */
const mobiles = '06 39 98';
const rangeSize = 10_000;

export interface Person {
  firstname: string;
  lastname: string;
  woman: boolean;
}

export interface Draw {
  /** Days since 1970 of the first and last rows. */
  firstDay: number;
  lastDay: number;
  chance(kind: string, rank: number): Chance;
  /** An instant in that day's working hours. */
  moment(day: number, chance: Chance): string;
  /** Last sign-in: recent for most people, never for some, old for archived people. */
  lastLogin(createdAt: string, chance: Chance, isArchived?: boolean): string | null;
  landline(): string;
  mobile(): string;
  /** Unique on that domain. */
  email(person: { firstname: string; lastname: string }, domain: string): string;
  users: DemoUser[];
  openAccount(
    person: { firstname: string; lastname: string },
    email: string,
    since: string,
    lastLogin: string | null,
  ): DemoUser;
}

export function drawFor(written: WrittenAgency, seed: number, now: Date): Draw {
  const lastDay = Math.floor(now.getTime() / dayLength) - 1;
  const locals = new Map<string, (text: string) => string>();
  const localsOf = (domain: string): ((text: string) => string) => {
    const known = locals.get(domain) ?? numbering('');
    locals.set(domain, known);
    return known;
  };
  for (const { email } of [...written.staff, ...written.agents]) {
    const [local = '', domain = ''] = email.split('@');
    localsOf(domain)(local);
  }
  const users: DemoUser[] = [];
  const chance = (kind: string, rank: number): Chance => chanceOf(seed, written.key, kind, rank);
  const moment = (day: number, row: Chance): string =>
    new Date(day * dayLength + row.integer(7 * 60, 16 * 60) * 60_000).toISOString();
  return {
    firstDay: lastDay - history,
    lastDay,
    chance,
    moment,
    lastLogin: (createdAt, row, isArchived = false) => {
      const since = Math.floor(Date.parse(createdAt) / dayLength) + 1;
      const until = isArchived ? lastDay - 60 : lastDay;
      if (since > until || row.happens(0.12)) return null;
      return moment(Math.max(since, until - Math.floor(row.next() ** 3 * 60)), row);
    },
    landline: phoneBook(written.landlines, 0),
    mobile: phoneBook(mobiles, written.firstMobile),
    email: ({ firstname, lastname }, domain) => {
      const local = [firstname, lastname].map((name) => slugOf(name).replaceAll('-', '')).join('.');
      return `${localsOf(`${domain}.example`)(local)}@${domain}.example`;
    },
    users,
    openAccount: ({ firstname, lastname }, email, since, lastLogin) => {
      const user = userOf({ firstname, lastname, email }, users.length, chance('user', users.length), since, lastLogin);
      users.push(user);
      return user;
    },
  };
}

export const userOf = (
  named: { firstname: string; lastname: string; email: string },
  rank: number,
  chance: Chance,
  createdAt: string,
  lastLogin: string | null,
): DemoUser => ({
  id: idAt(rank, chance),
  email: named.email,
  firstname: named.firstname,
  lastname: named.lastname,
  superAdmin: false,
  admin: false,
  isSupport: false,
  lastLogin,
  createdAt,
});

/** Uses each number of the range once before it repeats, in an order that looks random. */
function phoneBook(range: string, first: number): () => string {
  let next = first;
  return () => {
    const digits = String((next++ * 3_571 + 1_234) % rangeSize).padStart(4, '0');
    return `${range} ${digits.slice(0, 2)} ${digits.slice(2)}`;
  };
}

export function person(chance: Chance): Person {
  const woman = chance.happens(0.35);
  return { firstname: chance.pick(woman ? womenNames : menNames), lastname: chance.pick(lastNames), woman };
}

const kilometresByDegree = 111.32;

export function addressIn(place: Place, chance: Chance): Address {
  const distance = place.radius * Math.sqrt(chance.next());
  const direction = 2 * Math.PI * chance.next();
  const shrink = Math.cos((place.latitude * Math.PI) / 180);
  const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
  return {
    street: `${chance.integer(1, 160)}${chance.happens(0.06) ? ' bis' : ''} ${chance.pick(place.streets)}`,
    zipcode: place.zipcode,
    city: place.city,
    country: 'FR',
    location: {
      latitude: rounded(place.latitude + (distance * Math.sin(direction)) / kilometresByDegree),
      longitude: rounded(place.longitude + (distance * Math.cos(direction)) / (kilometresByDegree * shrink)),
    },
  };
}
