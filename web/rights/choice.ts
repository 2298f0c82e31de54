// Rules of ticking: needed rights follow, and nobody changes a right he lacks.
import { grant, revoke, withNeeds } from '#core/grants.ts';
import { comingRights } from '#core/rights/coming.ts';
import { offeredRights, type Right, type RightArea, type RightInfo, rightInfo } from '#core/rights.ts';
import { type Asker, mayGrant } from '#core/roles.ts';
import { plain, wordsOf } from '#ui/plain.ts';

/** Last: rights without calls and screens. */
export const comingArea = 'Sans effet pour l’instant';

export const areaOf = ({ key, area }: RightInfo): RightArea | typeof comingArea =>
  comingRights.has(key) ? comingArea : area;

export const areas = [...new Set([...offeredRights.map(areaOf).filter((area) => area !== comingArea), comingArea])];

export const toggled = (held: ReadonlySet<Right>, key: Right): Set<Right> =>
  held.has(key) ? revoke(held, key) : grant(held, key);

export const difference = (before: ReadonlySet<Right>, after: ReadonlySet<Right>): Right[] =>
  offeredRights.map(({ key }) => key).filter((key) => before.has(key) !== after.has(key));

/** Why this right cannot be changed here; null: it can. */
export function whyFixed(asker: Asker, held: ReadonlySet<Right>, key: Right): string | null {
  const beyond = difference(held, toggled(held, key)).find((right) => !mayGrant(asker, right));
  if (beyond === undefined) return null;
  return beyond === key ? 'vous n’avez pas ce droit' : `lié à « ${rightInfo(beyond).label} », que vous n’avez pas`;
}

/** Applies a set as far as the editor may: rights that he lacks stay unchanged. */
export function withSet(asker: Asker, held: ReadonlySet<Right>, set: readonly Right[]): Set<Right> {
  const wanted = new Set(set);
  const fixed = [...held].filter((key) => !mayGrant(asker, key));
  // Keep the rights that the fixed ones need.
  let next = withNeeds(fixed);
  for (const { key } of offeredRights) {
    if (!wanted.has(key)) continue;
    const more = grant(next, key);
    if (difference(held, more).every((right) => mayGrant(asker, right) || held.has(right))) next = more;
  }
  return next;
}

export function searchRights(query: string): readonly RightInfo[] {
  const words = wordsOf(query);
  return offeredRights.filter(({ label, area }) => words.every((word) => plain(`${area} ${label}`).includes(word)));
}
