// The handwritten part of an agency; everything else is generated.
import type { CheckLevel, regulations } from '#core/agencies/settings/planning.ts';
import type { Right, RightSet } from '#core/rights.ts';
import type { Place } from './places.ts';
import type { WrittenPost } from './posts.ts';
import type { SectorKey, SpecialtyName } from './sectors.ts';

/** Name, place, and status where it is not 100. */
export type WrittenSite<P extends string> = readonly [name: string, place: P, status?: 200 | 300];

export interface WrittenCustomer<P extends string = string> {
  name: string;
  type: 100 | 200 | 300 | 400;
  sector: SectorKey;
  /** Domain of its e-mails, without « .example ». */
  domain: string;
  place: P;
  status?: 200 | 300;
  prospect?: true;
  /** Its first contact; an e-mail means a demo account. */
  contact?: { firstname: string; lastname: string; position?: string; email?: string };
  sites: readonly WrittenSite<P>[];
}

export interface WrittenAgent {
  firstname: string;
  lastname: string;
  position: string;
  email: string;
  plannable: boolean;
  /** The account belongs to the platform, with access to several agencies. */
  shared?: true;
  isOwner?: true;
  type?: 'EXTERNAL';
  status?: 300;
  /** A default set, and additional rights. */
  set?: RightSet;
  rights?: readonly Right[];
  specialties?: readonly SpecialtyName[];
  comments?: string;
}

/** Settings of the planning checks. */
export interface PlanningChoice {
  regulation: keyof typeof regulations;
  breakLevel: CheckLevel;
}

/** Mentions of its invoices. */
export interface LegalIdentity {
  form: string;
  capital: number;
  rcs: string;
  /** Of a bank that does not exist. */
  iban: string;
}

export interface WrittenAgency<P extends string = string> {
  key: string;
  name: string;
  siret: string;
  approvalNumber: string;
  legal: LegalIdentity;
  planning: PlanningChoice;
  street: string;
  place: P;
  /** Reserved by ARCEP for fiction. */
  landlines: string;
  /** Where its numbers start in the shared mobile range. */
  firstMobile: number;
  places: Readonly<Record<P, Place>>;
  specialties: readonly SpecialtyName[];
  staff: readonly WrittenAgent[];
  /** The first agents, written by hand because they have demo accounts. */
  agents: readonly WrittenAgent[];
  agentCount: number;
  customers: readonly WrittenCustomer<P>[];
  posts: readonly WrittenPost[];
}
