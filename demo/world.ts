// Types of the demo: drafts that core accepts, and values that only the server writes.
import type { Specialty } from '#core/agencies/specialty.ts';
import type { Agent } from '#core/agents/agent.ts';
import type { Customer } from '#core/customers/customer.ts';
import type { Draft, Entity } from '#core/kernel/entity.ts';
import type { Address, Fields } from '#core/kernel/field.ts';
import type { Recurrence } from '#core/planning/recurrence.ts';
import type { breakTypes, Service } from '#core/planning/service.ts';
import type { RightsSet } from '#core/rights/set.ts';
import type { Right } from '#core/rights.ts';
import type { SiteInstruction } from '#core/sites/instruction.ts';
import type { Site } from '#core/sites/site.ts';
import type { DemoCommercial } from './commercial.ts';
import type { DemoEstimates } from './estimates.ts';
import type { DemoInvoices } from './invoices.ts';
import type { LegalIdentity, PlanningChoice } from './lists/agency.ts';
import type { DemoEntry } from './logbook.ts';
import type { DemoNote } from './notes.ts';
import type { DemoOrders } from './orders.ts';
import type { DemoReport } from './reports.ts';
import type { DemoCheckpoint, DemoRound } from './rounds.ts';
import type { DemoSafety } from './safety.ts';
import type { DemoStock } from './stock.ts';

export interface DemoUser {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  superAdmin: boolean;
  admin: boolean;
  isSupport: boolean;
  lastLogin: string | null;
  createdAt: string;
}

export interface Kept<E extends Entity<Fields>> {
  id: string;
  createdAt: string;
  draft: Draft<E>;
}

interface Access {
  /** users.id, when an account is linked. */
  userId: string | null;
  lastLogin: string | null;
  rights: readonly Right[];
}

export type DemoSpecialty = Kept<typeof Specialty>;

export type DemoRightsSet = Kept<typeof RightsSet>;

/** The initial types of every agency (db/migrations/0008-expirations.sql), with ids that the demo can reference. */
export interface DemoExpirationType {
  id: string;
  name: string;
}

export interface DemoAgent extends Kept<typeof Agent>, Access {
  status: number;
  isOwner: boolean;
  /** The code that writes the rows seals it. */
  secrets: { socialSecurityNumber: string | null; bankDetails: string | null };
}

export interface DemoContact extends Access {
  /** The id of the line in the draft's userCompanies. */
  id: string;
  status: number;
}

export interface DemoCustomer extends Kept<typeof Customer> {
  status: number;
  contacts: DemoContact[];
}

export interface DemoSite extends Kept<typeof Site> {
  status: number;
}

export interface DemoInstruction extends Kept<typeof SiteInstruction> {
  status: number;
}

export interface DemoSeries {
  id: string;
  createdAt: string;
  recurrence: Recurrence;
}

/** A stop of a circuit is a service too; its draft has no stops. */
export interface DemoService extends Kept<typeof Service> {
  reference: string;
  status: number;
  circuitId: string | null;
  seriesId: string | null;
  publishedAt: string | null;
  /** Published values that have changed since. */
  lastPublished: { startAt?: string; agents?: string[] } | null;
  realStartAt: string | null;
  realEndAt: string | null;
}

export interface DemoBreak {
  id: string;
  serviceId: string;
  rank: number;
  /** Null: all agents. */
  agentId: string | null;
  type: keyof typeof breakTypes;
  startAt: string;
  endAt: string;
  realStartAt: string | null;
  realEndAt: string | null;
  status: 100 | 200 | 300;
  comment: string | null;
  createdAt: string;
}

export interface DemoUnavailability {
  id: string;
  createdAt: string;
  agentId: string;
  /** The name of an item of the agency's list. */
  type: string;
  startAt: string;
  /** Included. */
  endAt: string;
  comment: string | null;
}

export interface DemoPlanning {
  series: DemoSeries[];
  services: DemoService[];
  breaks: DemoBreak[];
  unavailabilities: DemoUnavailability[];
}

export interface DemoAgency {
  agency: {
    id: string;
    name: string;
    siret: string;
    approvalNumber: string;
    legal: LegalIdentity;
    planning: PlanningChoice;
    email: string;
    phone: string[];
    address: Address;
    createdAt: string;
  };
  specialties: DemoSpecialty[];
  expirationTypes: DemoExpirationType[];
  rightsSets: DemoRightsSet[];
  /** Accounts with access to this agency only. */
  users: DemoUser[];
  /** Every collaborator, staff included. */
  agents: DemoAgent[];
  customers: DemoCustomer[];
  sites: DemoSite[];
  instructions: DemoInstruction[];
  checkpoints: DemoCheckpoint[];
  rounds: DemoRound[];
  notes: DemoNote[];
  planning: DemoPlanning;
  logbook: DemoEntry[];
  safety: DemoSafety | null;
  reports: DemoReport[];
  /** Empty: the agency keeps plain lists. */
  stock: DemoStock;
  orders: DemoOrders;
  invoices: DemoInvoices;
  estimates: DemoEstimates;
  commercial: DemoCommercial;
}

export interface DemoWorld {
  /** Accounts of the platform, and accounts with access to several agencies. */
  platformUsers: DemoUser[];
  agencies: DemoAgency[];
}
