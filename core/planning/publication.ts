// What a publication changes for each agent, and the words that tell him.
import { wallClock } from '../kernel/clock.ts';
import { dayText } from './sentences.ts';

export interface PublishedStop {
  id: string;
  /** Id of the site. */
  site: string;
  /** 08:30 */
  arrival: string;
  minutes: number;
}

/** A service as the agents see it. */
export interface PublishedVersion {
  startAt: string;
  endAt: string;
  /** Id of the site. */
  site: string;
  postTitle: string | null;
  /** Ids. */
  agents: string[];
  /** Of a tour. */
  stops?: PublishedStop[] | undefined;
}

export const changeKinds = { added: 'Ajouté', moved: 'Modifié', removed: 'Retiré' } as const;
export type ChangeKind = keyof typeof changeKinds;

export interface AgentChange {
  agent: string;
  kind: ChangeKind;
}

const isSame = (one: PublishedVersion, other: PublishedVersion): boolean =>
  Date.parse(one.startAt) === Date.parse(other.startAt) &&
  Date.parse(one.endAt) === Date.parse(other.endAt) &&
  one.site === other.site &&
  one.postTitle === other.postTitle &&
  JSON.stringify(one.stops?.map(factsOf)) === JSON.stringify(other.stops?.map(factsOf));

const factsOf = ({ id, site, arrival, minutes }: PublishedStop): unknown[] => [id, site, arrival, minutes];

/** Null: not published, or not planned any more. Agents for whom nothing changes are left out. */
export function agentChanges(before: PublishedVersion | null, after: PublishedVersion | null): AgentChange[] {
  const [was, is] = [new Set(before?.agents), new Set(after?.agents)];
  return [...new Set([...was, ...is])].flatMap((agent): AgentChange[] => {
    if (!was.has(agent)) return [{ agent, kind: 'added' }];
    if (!is.has(agent)) return [{ agent, kind: 'removed' }];
    return before && after && !isSame(before, after) ? [{ agent, kind: 'moved' }] : [];
  });
}

interface Words {
  zone: string;
  siteOf(id: string): string;
}

/** « lundi 01/03/2027, 07:00 – 19:00, Port de Nice (Poste de garde) », of a tour with « , étapes : 08:15 Musée » behind it. */
export function versionText(
  { startAt, endAt, site, postTitle, stops = [] }: PublishedVersion,
  { zone, siteOf }: Words,
): string {
  const [from, to] = [wallClock(startAt, zone), wallClock(endAt, zone)];
  // An arrival before the departure is on the next day.
  const order = ({ arrival }: PublishedStop): string => `${arrival < from.time ? 1 : 0} ${arrival}`;
  const places = stops
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    .map((stop) => `${stop.arrival} ${siteOf(stop.site)}`);
  return `${dayText(from.day)}, ${from.time} – ${to.time}, ${siteOf(site)}${postTitle ? ` (${postTitle})` : ''}${places.length > 0 ? `, étapes : ${places.join(', ')}` : ''}`;
}

export interface ServiceChange {
  before: PublishedVersion | null;
  after: PublishedVersion | null;
}

export function changeText({ before, after }: ServiceChange, kind: ChangeKind, words: Words): string {
  const [was, is] = [before && versionText(before, words), after && versionText(after, words)];
  return `${changeKinds[kind]} : ${kind === 'moved' ? `${was} devient ${is}` : kind === 'added' ? is : was}`;
}

/** More are for the screen. */
const mostLines = 40;

/** The title and the text for one agent. */
export function publicationNotice(
  changes: readonly (ServiceChange & { kind: ChangeKind })[],
  words: Words,
): { title: string; text: string } {
  const count = `${changes.length} ${changes.length > 1 ? 'services' : 'service'}`;
  const rest = changes.length - mostLines;
  const lines = changes.slice(0, mostLines).map(({ kind, ...change }) => `• ${changeText(change, kind, words)}`);
  return {
    title: changes.every(({ kind }) => kind === 'added')
      ? `Planning publié : ${count}`
      : `Votre planning change : ${count}`,
    text: [...lines, ...(rest > 0 ? [`… et ${rest} de plus, dans votre planning.`] : [])].join('\n'),
  };
}

/** What changes on the sites of one customer; days as YYYY-MM-DD. */
export interface SitesChange {
  count: number;
  first: string;
  last: string;
  sites: readonly string[];
}

const mostSites = 10;

/** The title and the text for a customer: he reads the services themselves in his planning. */
export function sitesNotice({ count, first, last, sites }: SitesChange): { title: string; text: string } {
  const several = count > 1;
  const days = first === last ? dayText(first) : `du ${dayText(first)} au ${dayText(last)}`;
  const rest = sites.length - mostSites;
  const places = [...sites.slice(0, mostSites), ...(rest > 0 ? [`et ${rest} de plus`] : [])].join(', ');
  return {
    title: `Planning de vos sites : ${count} ${several ? 'services publiés' : 'service publié'}`,
    text: `${several ? 'Services ajoutés, modifiés ou retirés' : 'Service ajouté, modifié ou retiré'}, ${days} : ${places}.`,
  };
}
