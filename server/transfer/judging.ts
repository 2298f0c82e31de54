// The agents of a lost site, judged; the pieces to hand over with each; the lines of the branch's form.
import { genders } from '#core/agents/agent.ts';
import { contractAt, contractTypes, monthlyHours } from '#core/agents/contracts.ts';
import { formatDecimal } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { monthAfter } from '#core/planning/days.ts';
import { can } from '#core/roles.ts';
import type { JudgedPerson } from '#core/transfer/calls.ts';
import type { FormRow } from '#core/transfer/form.ts';
import { type Judged, judge, type Obligation, obligationOf, transferRules } from '#core/transfer/rules.ts';
import type { Call } from '#server/kernel/call.ts';
import { type Candidate, candidatesOf } from './facts.ts';
import type { Transfer } from './transfers.ts';

type Attachment = JudgedPerson['attachments'][number];

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Documents are found by their name or their folder's: no field says what a paper is. */
const found = ({ sheet }: Candidate, words: RegExp): number =>
  sheet.documents.filter(({ name }) => words.test(plain(name))).length;

const present = (label: string, count: number, detail: string): Attachment => ({
  ...{ label, state: count > 0 ? 'present' : 'missing', detail: count > 0 ? detail : 'Aucun document trouvé' },
});

const copies = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);

function payslips({ sheet }: Candidate, transferDate: string): Attachment {
  const last = transferDate.slice(0, 7);
  const first = monthAfter(last, -transferRules.months);
  const months = new Set(
    sheet.documents
      .filter(({ name }) => /bulletin|fiche de paie/.test(plain(name)))
      .map(({ day }) => day.slice(0, 7))
      .filter((month) => month >= first && month <= last),
  );
  const count = Math.min(months.size, transferRules.months);
  return {
    label: '9 derniers bulletins de paie',
    state: count >= transferRules.months ? 'present' : count > 0 ? 'partial' : 'missing',
    detail: `${count} sur ${transferRules.months}`,
  };
}

/** Art. 2.3.1. The planning is printed by the house; the rest is looked for among his papers. */
function attachmentsOf(one: Candidate, transferDate: string): Attachment[] {
  const { sheet, chosen } = one;
  const copied = sheet.papers.filter(({ isCopied }) => isCopied).length;
  const contracts = sheet.signedContracts + found(one, /contrat|avenant/);
  const diplomas = copied + found(one, /diplome|certificat|formation|ssiap|\bsst\b|cqp|tfp/);
  const identity = found(one, /identite|\bcni\b|passeport|sejour/);
  const medical = found(one, /aptitude|visite medicale|medecine du travail/);
  const card = sheet.cardNumber ?? chosen.cardReceipt;
  return [
    present('Pièce d’identité', identity, copies(identity)),
    {
      ...{ label: 'Numéro de carte professionnelle ou de récépissé', state: card ? 'present' : 'missing' },
      detail: card ?? 'Aucun numéro',
    },
    present('Contrat de travail et avenants', contracts, copies(contracts)),
    payslips(one, transferDate),
    { label: 'Plannings des 9 derniers mois', state: 'present', detail: 'À télécharger de son planning' },
    present('Diplômes et certificats', diplomas, copies(diplomas)),
    present('Dernier avis d’aptitude', medical, copies(medical)),
    ...(chosen.hasMandate
      ? [present('Autorisation de l’inspection du travail', found(one, /inspection/), 'Autorisation')]
      : []),
  ];
}

export interface Examined {
  candidate: Candidate;
  judged: Judged;
  isListed: boolean;
}

export interface Examination {
  start: string;
  end: string;
  people: Examined[];
  obligation: Obligation;
}

export async function examine(transfer: Transfer, { db }: Pick<Call, 'db'>): Promise<Examination> {
  const { start, end, candidates } = await candidatesOf(db, transfer);
  const people = candidates.map((candidate): Examined => {
    const judged = judge(candidate.facts, transfer.transferDate);
    const { decision } = candidate.chosen;
    // Something to verify is on the list until somebody says otherwise: leaving him out costs him his job.
    return { candidate, judged, isListed: decision === null ? judged.outcome !== 'NO' : decision === 'INCLUDE' };
  });
  const listed = people.filter(({ isListed }) => isListed);
  return {
    ...{ start, end, people },
    obligation: obligationOf(
      listed.map(({ candidate, judged }) => ({
        isSenior: judged.isSenior,
        isReplacement: contractAt(candidate.sheet.contracts, transfer.transferDate)?.type === 'CDD_REPLACEMENT',
      })),
      transfer.isAirport,
    ),
  };
}

export function shownPerson({ candidate, judged, isListed }: Examined, { transferDate }: Transfer): JudgedPerson {
  const { sheet, chosen } = candidate;
  const { decision, reason, decidedBy, decidedAt, ...declared } = chosen;
  const contract = contractAt(sheet.contracts, transferDate) ?? contractAt(sheet.contracts, dayBefore(transferDate));
  return {
    agent: { id: sheet.id, name: sheet.name },
    ...judged,
    ...{ declared, decision, reason, decidedBy, decidedAt, isListed },
    attachments: attachmentsOf(candidate, transferDate),
    absence: sheet.absence && `${sheet.absence.type}, jusqu’au ${frenchDay(sheet.absence.end)}`,
    hasContract: contract !== null,
    contractEnd: sheet.hasLeft ? dayBefore(transferDate) : (contract?.endDate ?? null),
    hasLeft: sheet.hasLeft,
  };
}

export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const categories: Record<string, string> = { AGENT_EXPLOIT: '1', AGENT_MAITRISE: '2', INGENIEUR_CADRE: '3' };

/** What only the sheet of a collaborator shows: without its right these cells stay empty. */
const sheetOnly = ({ permit, permitUntil, ...sheet }: Candidate['sheet']): FormRow => ({
  ...{ birthDate: sheet.birthDate, street: sheet.street, zipcode: sheet.zipcode, city: sheet.city },
  ...{ email: sheet.email, nationality: sheet.nationality },
  ...{ workPermitType: permit, workPermitUntil: permit === null ? null : permitUntil },
});

const listed = (words: readonly string[]): string | null => (words.length > 0 ? words.join(', ') : null);

/** The branch's form, one row per listed employee. The paid leave left is in the payroll software, not here. */
export function formRow({ candidate, judged }: Examined, transfer: Transfer, asker: Call['asker']): FormRow {
  const { sheet, chosen, since } = candidate;
  const contract = contractAt(sheet.contracts, transfer.transferDate) as Candidate['sheet']['contracts'][number] | null;
  const trainings = candidate.facts.papers.map(({ name, until }) =>
    until ? `${name} jusqu’au ${frenchDay(until)}` : name,
  );
  return {
    ...{ lastname: sheet.lastname, firstname: sheet.firstname },
    gender: sheet.gender === 0 ? null : genders[sheet.gender as 1 | 2],
    ...(can(asker, ['readAgent']) ? sheetOnly(sheet) : {}),
    phone: can(asker, ['readAgentPhone']) ? sheet.phone : null,
    cardNumber: sheet.cardNumber ?? chosen.cardReceipt,
    cardUntil: sheet.cardUntil,
    aptitude: listed([
      ...new Set(sheet.papers.flatMap(({ name }) => (/aptitude|cqp|tfp|titre pro/.test(plain(name)) ? [name] : []))),
    ]),
    training: listed(candidate.facts.papers.flatMap(({ name, until }) => (until ? [name] : []))),
    refresher: listed(trainings),
    contractType: contract && contractTypes[contract.type],
    seniorityDate: judged.seniorityDate,
    ...{ site: transfer.site, siteSince: since },
    category: contract?.category ? (categories[contract.category] ?? null) : null,
    position: sheet.position,
    monthlyHours: contract && monthlyHours(contract),
    coefficient: contract?.classificationCoeff ?? null,
    level: contract?.classificationLevel ?? null,
    grade: contract?.classificationGrade ?? null,
    monthlyPay: contract?.monthlyPay ?? null,
    bonuses: can(asker, ['listSalaryElements'])
      ? listed(sheet.bonuses.map(({ name, amount }) => `${name} : ${formatDecimal(amount, 2)}`))
      : null,
    absenceType: sheet.absence?.type ?? null,
    absenceStart: sheet.absence?.start ?? null,
    absenceEnd: sheet.absence?.end ?? null,
    leaveStart: sheet.leave?.start ?? null,
    leaveEnd: sheet.leave?.end ?? null,
  };
}
