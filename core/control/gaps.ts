// What to put right before a controller comes: one rule for each thing that he may ask for (law.md section 2). Pure; the
// facts come from server/control/facts.ts.
import { employedTypes } from '../agents/anomalies.ts';
import { renewalDeadline } from '../agents/card.ts';
import { frenchDay } from '../kernel/validators.ts';
import { type ControlPart, partNames } from './parts.ts';

interface Kind {
  part: ControlPart;
  label: string;
  /** Null: no single article. */
  article: string | null;
  /** Work that the law forbids, or a paper without which the company may not work. */
  grave?: true;
}

const security = (article: string): string => `art. ${article} du Code de la sécurité intérieure`;
const labour = (article: string): string => `art. ${article} du Code du travail`;

export const gapKinds = {
  APPROVAL_MISSING: {
    ...{ part: 'AGENCY', label: 'Numéro d’autorisation d’exercer manquant', article: security('L612-9'), grave: true },
  },
  APPROVAL_EXPIRED: {
    ...{ part: 'AGENCY', label: 'Autorisation d’exercer expirée', article: security('L612-9'), grave: true },
  },
  MANAGER_MISSING: { part: 'AGENCY', label: 'Aucun dirigeant enregistré', article: security('L612-6') },
  MANAGER_APPROVAL: {
    ...{ part: 'AGENCY', label: 'Agrément de dirigeant manquant', article: security('L612-6'), grave: true },
  },
  MANAGER_EXPIRED: {
    ...{ part: 'AGENCY', label: 'Agrément de dirigeant expiré', article: security('L612-6'), grave: true },
  },
  INSURANCE_MISSING: { part: 'AGENCY', label: 'Assurance professionnelle manquante', article: security('L612-5') },
  INSURANCE_EXPIRED: { part: 'AGENCY', label: 'Assurance professionnelle expirée', article: security('L612-5') },
  CARD_MISSING: {
    ...{ part: 'CARDS', label: 'Carte professionnelle manquante', article: security('R631-15'), grave: true },
  },
  CARD_EXPIRED: {
    ...{ part: 'CARDS', label: 'Carte professionnelle expirée', article: security('R631-15'), grave: true },
  },
  CARD_UNCOVERED: {
    ...{ part: 'CARDS', label: 'Vacations un jour sans carte valable', article: security('R631-15'), grave: true },
  },
  PAPER_UNPROVEN: {
    ...{ part: 'CARDS', label: 'Date de délivrance à confirmer', article: security('R631-15') },
  },
  CARD_UNDATED: { part: 'CARDS', label: 'Validité de la carte non confirmée', article: security('R631-15') },
  CARD_RENEWAL: { part: 'CARDS', label: 'Renouvellement de carte à demander', article: null },
  SPECIALTY: {
    ...{ part: 'CARDS', label: 'Poste tenu sans la spécialité demandée', article: security('L612-20'), grave: true },
  },
  TRAINING_EXPIRED: { part: 'TRAINING', label: 'Formation ou habilitation expirée', article: null },
  REGISTER: { part: 'REGISTER', label: 'Inscription incomplète au registre', article: labour('D1221-23') },
  REGISTER_ABSENT: {
    ...{ part: 'REGISTER', label: 'Absent du registre : aucun contrat de travail saisi', article: labour('L1221-13') },
  },
  CONTRACT_UNSIGNED: { part: 'CONTRACTS', label: 'Contrat de travail non signé', article: null },
  CONTRACT_ABSENT: { part: 'CONTRACTS', label: 'Aucun contrat de travail signé au dossier', article: null },
  WORKING_TIME: { part: 'HOURS', label: 'Durée du travail ou repos', article: null },
  UNSETTLED: { part: 'HOURS', label: 'Heures réelles à valider', article: null },
  SERVICE_UNSIGNED: { part: 'CUSTOMERS', label: 'Contrat de prestation non signé', article: null },
  SERVICE_ABSENT: { part: 'CUSTOMERS', label: 'Aucun contrat de prestation signé au dossier', article: null },
  SUBCONTRACTOR_UNKNOWN: {
    ...{ part: 'SUBCONTRACTORS', label: 'Sous-traitant non enregistré', article: security('L612-5-1') },
  },
  SUBCONTRACTOR_APPROVAL: {
    ...{ part: 'SUBCONTRACTORS', label: 'Sous-traitant sans autorisation d’exercer', article: security('L612-9') },
    grave: true,
  },
  SUBCONTRACTOR_EXPIRED: {
    ...{ part: 'SUBCONTRACTORS', label: 'Autorisation du sous-traitant expirée', article: security('L612-9') },
    grave: true,
  },
  SUBCONTRACTOR_RANK: {
    ...{ part: 'SUBCONTRACTORS', label: 'Rang 2 sans justification validée', article: security('L612-5-1') },
    grave: true,
  },
  SUBCONTRACTOR_SHARE: {
    ...{ part: 'SUBCONTRACTORS', label: 'Part confiée non précisée', article: security('L612-5-1') },
  },
  SUBCONTRACT_MISSING: {
    ...{ part: 'SUBCONTRACTORS', label: 'Contrat de sous-traitance manquant', article: security('L612-5-1') },
  },
} as const satisfies Record<string, Kind>;
export type GapKind = keyof typeof gapKinds;
export const gapKindNames = Object.keys(gapKinds) as [GapKind, ...GapKind[]];

/** The record where a gap is put right; `agency`: the settings. */
export type GapEntity = 'agency' | 'agent' | 'customer' | 'service' | 'agentContract' | 'customerContract';

export interface Gap {
  kind: GapKind;
  /** Null: to be created, or several. */
  record: { entity: GapEntity; id: string } | null;
  /** Whose it is. */
  name: string;
  detail: string;
  article: string | null;
}

/** The signed paper of somebody; `paper`: the contract that waits. */
export interface SignedPaper {
  isSigned: boolean;
  paper: string | null;
}

export interface ControlPerson {
  id: string;
  name: string;
  type: string;
  /** Can be planned today. */
  isActive: boolean;
  company: string | null;
  siret: string | null;
  cardNumber: string | null;
  cardExpiresAt: string | null;
  /** Of the period. */
  services: number;
  /** Of them, those after the last day of his card. */
  afterCard: number;
  /** On a day that none of his cards covers: before the first, or between two. */
  uncovered: number;
  /** After the end of a card, when the next one does not say since when it counts. */
  unprovenCard: number;
  /** Specialties of posts that he held without them. */
  lacking: readonly { name: string; services: number }[];
  /** As `unprovenCard`, of the papers of a specialty. */
  unproven: readonly { name: string; services: number }[];
  /** The latest of each type, without the card. */
  papers: readonly { name: string; expiresAt: string }[];
  /** Null: the agency does not employ him, or not in the period. */
  contract: SignedPaper | null;
}

export interface ControlFacts {
  today: string;
  agency: {
    id: string;
    isFrench: boolean;
    approvalNumber: string | null;
    approvalExpiresAt: string | null;
    insurance: string | null;
    insuranceExpiresAt: string | null;
    managers: readonly { name: string; approvalNumber: string | null; expiresAt: string | null }[];
    subcontractors: readonly Subcontractor[];
  };
  people: readonly ControlPerson[];
  register: readonly { agent: string; name: string; gaps: readonly string[] }[];
  outsideRegister: readonly { id: string; name: string }[];
  /** With services in the period. */
  customers: readonly ({ id: string; name: string } & SignedPaper)[];
  breaches: readonly { service: string | null; agent: string; name: string; message: string; article: string | null }[];
  unsettled: readonly { id: string; name: string; services: number }[];
}

export interface Breach {
  /** The rule that it breaks. */
  rule: string;
  service: string | null;
  agent: string;
  name: string;
  message: string;
  article: string | null;
}

/** One for each person and rule: the first, and how many others. */
export function groupedBreaches(breaches: readonly Breach[]): ControlFacts['breaches'] {
  const groups = new Map<string, Breach[]>();
  for (const breach of breaches) {
    const key = `${breach.agent} ${breach.rule}`;
    groups.set(key, [...(groups.get(key) ?? []), breach]);
  }
  return [...groups.values()].map((group) => {
    const [{ service, agent, name, message, article }] = group as [Breach, ...Breach[]];
    const others = group.length - 1;
    return {
      ...{ service, agent, name, article },
      message:
        others === 0 ? message : `${message} Et ${counted(others, 'autre fois', 'autres fois')} dans la période.`,
    };
  });
}

export interface Subcontractor {
  name: string;
  siret: string | null;
  approvalNumber: string | null;
  expiresAt: string | null;
  subcontractRank: number;
  share: string | null;
  justifiedOn: string | null;
  hasContract: boolean;
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const digits = (text: string | null): string => (text ?? '').replaceAll(/\D/g, '');

/** The company of somebody, among those of the agency: by its number, else by its name. */
export const subcontractorOf = <S extends Pick<Subcontractor, 'name' | 'siret'>>(
  { company, siret }: Pick<ControlPerson, 'company' | 'siret'>,
  known: readonly S[],
): S | undefined =>
  known.find((one) => digits(siret) !== '' && digits(one.siret) === digits(siret)) ??
  known.find((one) => company !== null && folded(one.name) === folded(company));

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count > 1 ? many : one}`;
const until = (day: string): string => `depuis le ${frenchDay(day)}`;

function agencyGaps({ agency, today }: ControlFacts): Gap[] {
  const found: Gap[] = [];
  const add = (kind: GapKind, name: string, detail = ''): void => {
    const { article } = gapKinds[kind];
    found.push({ kind, record: { entity: 'agency', id: agency.id }, name, detail, article });
  };
  if (agency.isFrench && !agency.approvalNumber) add('APPROVAL_MISSING', 'Agence');
  if (agency.approvalExpiresAt !== null && agency.approvalExpiresAt < today)
    add('APPROVAL_EXPIRED', 'Agence', until(agency.approvalExpiresAt));
  if (agency.isFrench && agency.managers.length === 0) add('MANAGER_MISSING', 'Agence');
  for (const { name, approvalNumber, expiresAt } of agency.managers) {
    if (!approvalNumber) add('MANAGER_APPROVAL', name);
    if (expiresAt !== null && expiresAt < today) add('MANAGER_EXPIRED', name, until(expiresAt));
  }
  if (!agency.insurance) add('INSURANCE_MISSING', 'Agence');
  if (agency.insuranceExpiresAt !== null && agency.insuranceExpiresAt < today)
    add('INSURANCE_EXPIRED', 'Agence', until(agency.insuranceExpiresAt));
  for (const one of agency.subcontractors) {
    if (!one.approvalNumber) add('SUBCONTRACTOR_APPROVAL', one.name);
    if (one.expiresAt !== null && one.expiresAt < today) add('SUBCONTRACTOR_EXPIRED', one.name, until(one.expiresAt));
    if (one.subcontractRank === 2 && one.justifiedOn === null) add('SUBCONTRACTOR_RANK', one.name);
    if (!one.share) add('SUBCONTRACTOR_SHARE', one.name);
    if (!one.hasContract) add('SUBCONTRACT_MISSING', one.name);
  }
  return found;
}

function personGaps(person: ControlPerson, { agency, today }: ControlFacts): Gap[] {
  const { id, name, type, services, cardExpiresAt } = person;
  const found: Gap[] = [];
  const add = (kind: GapKind, detail = ''): void => {
    found.push({ kind, record: { entity: 'agent', id }, name, detail, article: gapKinds[kind].article });
  };
  const isAtWork = services > 0;
  const isControlled = isAtWork || (person.isActive && type !== 'NOMINEE');
  const worked = isAtWork ? counted(services, 'vacation') : '';
  if (isControlled && agency.isFrench) {
    if (!person.cardNumber) add('CARD_MISSING', worked);
    if (person.cardNumber && cardExpiresAt === null) add('CARD_UNDATED');
    if (cardExpiresAt !== null && person.afterCard > 0)
      add('CARD_EXPIRED', `${counted(person.afterCard, 'vacation')} après le ${frenchDay(cardExpiresAt)}`);
    else if (cardExpiresAt !== null && cardExpiresAt < today && person.isActive)
      add('CARD_EXPIRED', until(cardExpiresAt));
    else if (cardExpiresAt !== null && person.isActive && renewalDeadline(cardExpiresAt) < today)
      add('CARD_RENEWAL', `expire le ${frenchDay(cardExpiresAt)}`);
  }
  if (isControlled && agency.isFrench) {
    if (person.uncovered > 0) add('CARD_UNCOVERED', counted(person.uncovered, 'vacation'));
    const titles = [{ name: 'Carte professionnelle', services: person.unprovenCard }, ...person.unproven];
    for (const one of titles)
      if (one.services > 0)
        add('PAPER_UNPROVEN', `${one.name}, ${counted(one.services, 'vacation')} entre deux titres`);
  }
  for (const one of person.lacking) add('SPECIALTY', `${one.name}, ${counted(one.services, 'vacation')}`);
  if (isControlled)
    for (const paper of person.papers)
      if (paper.expiresAt < today) add('TRAINING_EXPIRED', `${paper.name}, ${until(paper.expiresAt)}`);
  if (type === 'EXTERNAL' && isAtWork && !subcontractorOf(person, agency.subcontractors))
    found.push({
      kind: 'SUBCONTRACTOR_UNKNOWN',
      // Without a company, his sheet comes first.
      record: person.company ? { entity: 'agency', id: agency.id } : { entity: 'agent', id },
      name,
      detail: [person.company ?? 'entreprise inconnue', worked].join(', '),
      article: gapKinds.SUBCONTRACTOR_UNKNOWN.article,
    });
  if (person.contract && !person.contract.isSigned && employedTypes.has(type)) {
    const { paper } = person.contract;
    const kind = paper ? 'CONTRACT_UNSIGNED' : 'CONTRACT_ABSENT';
    const record = paper ? ({ entity: 'agentContract', id: paper } as const) : ({ entity: 'agent', id } as const);
    found.push({ kind, record, name, detail: '', article: null });
  }
  return found;
}

/** In the order of the file: the parts, the gravest first, then by name. */
export function gapsOf(facts: ControlFacts): Gap[] {
  const gaps: Gap[] = [
    ...agencyGaps(facts),
    ...facts.people.flatMap((person) => personGaps(person, facts)),
    ...facts.register.flatMap(({ agent, name, gaps: missing }): Gap[] =>
      missing.length === 0
        ? []
        : [
            {
              ...{ kind: 'REGISTER', record: { entity: 'agent', id: agent }, name, detail: missing.join(', ') },
              article: gapKinds.REGISTER.article,
            },
          ],
    ),
    ...facts.outsideRegister.map(
      ({ id, name }): Gap => ({
        ...{ kind: 'REGISTER_ABSENT', record: { entity: 'agent', id }, name, detail: '' },
        article: gapKinds.REGISTER_ABSENT.article,
      }),
    ),
    ...facts.customers.flatMap(({ id, name, isSigned, paper }): Gap[] => {
      if (isSigned) return [];
      const record = paper
        ? ({ entity: 'customerContract', id: paper } as const)
        : ({ entity: 'customer', id } as const);
      return [{ kind: paper ? 'SERVICE_UNSIGNED' : 'SERVICE_ABSENT', record, name, detail: '', article: null }];
    }),
    ...facts.breaches.map(({ service, agent, name, message, article }): Gap => {
      const record = service
        ? ({ entity: 'service', id: service } as const)
        : ({ entity: 'agent', id: agent } as const);
      return { kind: 'WORKING_TIME', record, name, detail: message, article };
    }),
    ...facts.unsettled.map(
      ({ id, name, services }): Gap => ({
        ...{ kind: 'UNSETTLED', record: { entity: 'agent', id }, name, detail: counted(services, 'vacation') },
        article: null,
      }),
    ),
  ];
  const place = ({ kind }: Gap): number => partNames.indexOf(gapKinds[kind].part);
  const rank = ({ kind }: Gap): number => ('grave' in gapKinds[kind] ? 0 : 1) * 100 + gapKindNames.indexOf(kind);
  return gaps.toSorted(
    (one, other) =>
      place(one) - place(other) ||
      rank(one) - rank(other) ||
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
  );
}

export const isGrave = (kind: GapKind): boolean => 'grave' in gapKinds[kind];
