// Every entity, one line each.
import { Agency } from './agencies/agency.ts';
import { Specialty } from './agencies/specialty.ts';
import { Agent } from './agents/agent.ts';
import { AgentContractExpiration, AgentExpiration, ExpirationType } from './agents/expirations.ts';
import { AgentItemExpiration } from './agents/items.ts';
import { Customer } from './customers/customer.ts';
import type { Entity } from './kernel/entity.ts';
import { EmailEvent } from './mail/email.ts';
import { InformationNote } from './notes/note.ts';
import { Break } from './planning/break.ts';
import { AgentDog, Service } from './planning/service.ts';
import { Unavailability, UnavailabilityType } from './planning/unavailability.ts';
import { RightsSet } from './rights/set.ts';
import { Checkpoint } from './rounds/checkpoint.ts';
import { Round } from './rounds/round.ts';
import { SiteInstruction } from './sites/instruction.ts';
import { Site } from './sites/site.ts';

export const allEntities: readonly Entity[] = [
  Agency,
  Specialty,
  ExpirationType,
  RightsSet,
  Agent,
  AgentExpiration,
  AgentContractExpiration,
  AgentItemExpiration,
  Customer,
  Site,
  SiteInstruction,
  InformationNote,
  AgentDog,
  Service,
  Break,
  Checkpoint,
  Round,
  UnavailabilityType,
  Unavailability,
  EmailEvent,
];

export function entityNamed(name: string): Entity {
  const found = allEntities.find((entity) => entity.name === name);
  if (!found) throw new Error(`no entity is named ${name}`);
  return found;
}
