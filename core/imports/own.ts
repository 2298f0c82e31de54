// Import rules of an entity beyond the simple fields of its declaration.
import { Agent } from '../agents/agent.ts';
import type { Entity } from '../kernel/entity.ts';
import type { Field } from '../kernel/field.ts';
import type { Reference } from '../kernel/values.ts';
import { Service } from '../planning/service.ts';
import { firstContract } from './contract.ts';
import { firstPaper } from './paper.ts';
import { type ImportPeriod, type SettledFault, serviceColumns } from './services.ts';
import type { Words } from './words.ts';

type Values = Record<string, unknown>;

/** Rows of that entity with that name. */
export type Find = (target: string, name: string) => readonly Reference[];

/** One line of a list, filled from columns of the row. */
export interface FirstLine {
  /** Prefix of the labels of its columns. */
  label: string;
  /** Labels that differ from the form's, because they must be clear without the context of the line. */
  labels: Readonly<Record<string, string>>;
  /** Headers of its columns in files. The synonyms of the record's own fields do not apply. */
  heads: Readonly<Record<string, readonly string[]>>;
  /** Other words for choices, by member. */
  words: Readonly<Record<string, Words>>;
  /** Further columns of a member, by what their header says besides: read as an object of these. */
  variants?: Readonly<Record<string, Readonly<Record<string, { label: string; heads: readonly string[] }>>>>;
  /** Members that a new line must have: the default of the form would be invented here. */
  needs?: readonly string[];
  /** Entities whose rows `complete` looks up. */
  refers?: readonly string[];
  /** Fills in values that the cells leave out. `draft`: the whole row. */
  complete(line: Values, draft: Values, find: Find | undefined): void;
  /** Whether the line is one that the record already has. */
  isSame(line: Values, known: Values): boolean;
}

export interface ImportRules {
  /** Columns that are not fields of the record. */
  columns?: Readonly<Record<string, Field>>;
  /** Fields that cannot be imported. */
  without?: readonly string[];
  /** Required fields that other columns can replace. */
  optional?: readonly string[];
  /** By the dotted path of a list of lines. */
  first?: Readonly<Record<string, FirstLine>>;
  settle?(draft: Values, zone: string, period: ImportPeriod | undefined): SettledFault | null;
}

const known = new Map<Entity, ImportRules>([
  [Agent, { first: { 'agentInfos.contracts': firstContract, 'agentInfos.expirations': firstPaper } }],
  [Service, serviceColumns],
]);

export const importRulesOf = (of: Entity): ImportRules | undefined => known.get(of);
