// Every right: French label, area, prerequisites, and the default sets that include it (spec/rights.tsv).
import { business } from './rights/business.ts';
import type { Declared, RightSet } from './rights/declared.ts';
import { operations } from './rights/operations.ts';

export type { RightSet } from './rights/declared.ts';

const areas = { ...operations, ...business };

export type RightArea = keyof typeof areas;
export type Right = { [A in RightArea]: keyof (typeof areas)[A] }[RightArea];

export interface RightInfo {
  key: Right;
  label: string;
  area: RightArea;
  needs: readonly Right[];
  in: readonly RightSet[];
  only: 'owner' | 'platform' | null;
}

/** In the order of the editor. */
export const allRights: readonly RightInfo[] = Object.entries(areas).flatMap(([area, rights]) =>
  Object.entries<Declared>(rights).map(([key, declared]) => ({
    key: key as Right,
    label: declared.label,
    area: area as RightArea,
    needs: (declared.needs ?? []) as readonly Right[],
    in: declared.in ?? ['admin', 'full'],
    only: declared.only ?? null,
  })),
);

/** Rights that one person can grant to another. Others also require being the owner or platform staff. */
export const offeredRights: readonly RightInfo[] = allRights.filter(({ only }) => only === null);

const byKey = new Map<string, RightInfo>(allRights.map((right) => [right.key, right]));

export const isRight = (key: string): key is Right => byKey.has(key);
export const rightInfo = (key: Right): RightInfo => byKey.get(key) as RightInfo;
export const rightLabel = (key: Right): string => rightInfo(key).label;

/** The message of every refusal for a missing right (1 §6). */
export const missingRight = (key: Right): string => `Vous ne bénéficiez pas de l'autorisation "${rightLabel(key)}".`;

export const rightSetLabels: Record<RightSet, string> = {
  collaborator: 'Collaborateur',
  customer: 'Client',
  admin: 'Administrateur',
  full: 'Complet',
};
