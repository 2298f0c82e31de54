// Granting and revoking rights: viewing is a prerequisite of editing (1 §6, decision 54).
import { allRights, offeredRights, type Right, type RightSet, rightInfo } from './rights.ts';

export const rightSet = (set: RightSet): Right[] =>
  allRights.filter((right) => right.in.includes(set)).map((right) => right.key);

/** Whether two maps differ in no right that one person can grant to another. */
export const hasSameOfferedRights = (one: ReadonlySet<Right>, other: ReadonlySet<Right>): boolean =>
  offeredRights.every(({ key }) => one.has(key) === other.has(key));

/** Granting a right also grants what it needs (C-012, decision 54). */
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

/** Revoking a right also revokes what needs it. */
export function revoke(held: Iterable<Right>, key: Right): Set<Right> {
  const next = new Set(held);
  const drop = (right: Right): void => {
    next.delete(right);
    for (const other of next) if (rightInfo(other).needs.includes(right)) drop(other);
  };
  drop(key);
  return next;
}

/** The rights, completed by what they need. */
export function withNeeds(held: Iterable<Right>): Set<Right> {
  let next = new Set(held);
  for (const key of held) next = grant(next, key);
  return next;
}
