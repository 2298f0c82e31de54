// Granting and revoking: viewing is a prerequisite of editing (1 §6, decision 54).
import { allRights, offeredRights, type Right, type RightSet, rightInfo } from './rights.ts';

export const rightSet = (set: RightSet): Right[] =>
  allRights.filter((right) => right.in.includes(set)).map((right) => right.key);

/** What one person may give to another of it: two maps that differ in nothing else are the same to the editor. */
export const isSameGift = (one: ReadonlySet<Right>, other: ReadonlySet<Right>): boolean =>
  offeredRights.every(({ key }) => one.has(key) === other.has(key));

/** Ticking a right ticks what it needs (C-012, decision 54). */
export function grant(held: Iterable<Right>, key: Right): Set<Right> {
  const next = new Set(held);
  const add = (right: Right): void => {
    if (next.has(right) && right !== key) return;
    next.add(right);
    for (const need of rightInfo(right).needs) add(need);
  };
  add(key);
  return next;
}

/** Unticking a right unticks what needs it. */
export function revoke(held: Iterable<Right>, key: Right): Set<Right> {
  const next = new Set(held);
  const drop = (right: Right): void => {
    next.delete(right);
    for (const other of next) if (rightInfo(other).needs.includes(right)) drop(other);
  };
  drop(key);
  return next;
}

/** What a map means once every need is met. */
export function withNeeds(held: Iterable<Right>): Set<Right> {
  let next = new Set(held);
  for (const key of held) next = grant(next, key);
  return next;
}
