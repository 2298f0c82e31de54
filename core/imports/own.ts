// What an entity brings from a file beyond the plain fields of its declaration.
import { Agent } from '../agents/agent.ts';
import type { Entity } from '../kernel/entity.ts';
import type { Field } from '../kernel/field.ts';
import { Service } from '../planning/service.ts';
import { firstContract } from './contract.ts';
import { type ImportPeriod, type SettledFault, serviceColumns } from './services.ts';

type Values = Record<string, unknown>;

/** One line of a list, told by columns of its row. */
export interface FirstLine {
  /** Before the labels of its columns. */
  label: string;
  /** Labels that say more than the form's, whose line gives them their sense. */
  labels: Readonly<Record<string, string>>;
  /** How files call its columns; those of the record's own fields are not asked. */
  heads: Readonly<Record<string, readonly string[]>>;
  /** How files say choices, by member. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the cells leave unsaid. */
  complete(line: Values): void;
  /** Whether it is the line that the record has already, told anew. */
  isSame(line: Values, known: Values): boolean;
}

export interface Own {
  /** Columns that are no field of the record. */
  columns?: Readonly<Record<string, Field>>;
  /** Fields that no file brings. */
  without?: readonly string[];
  /** Fields that other columns may stand for. */
  optional?: readonly string[];
  /** By the dotted path of a list of lines. */
  first?: Readonly<Record<string, FirstLine>>;
  settle?(draft: Values, zone: string, period: ImportPeriod | undefined): SettledFault | null;
}

const known = new Map<Entity, Own>([
  [Agent, { first: { 'agentInfos.contracts': firstContract } }],
  [Service, serviceColumns],
]);

export const ownColumns = (of: Entity): Own | undefined => known.get(of);
