// The single staff register (registre unique du personnel: L1221-13 to L1221-15, D1221-23 to D1221-27; law.md section 4):
// one line per contract in the order of hiring, trainees separate, former staff kept for five years. A line's number is
// assigned once, when its contract begins. A hire entered late gets the next number and is sorted by its day.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { choice, day, integer, text } from '../kernel/field.ts';
import { frenchDay } from '../kernel/validators.ts';
import { genders } from './agent.ts';
import { agreementCategories } from './branch.ts';
import { type ContractType, contractTypes, isInternship } from './contracts.ts';

export interface RegisterContract {
  id: string;
  type: ContractType;
  startDate: string;
  endDate: string | null;
  partTime: boolean;
  category: string | null;
  classificationCoeff: number | null;
  classificationLevel: string | null;
  classificationGrade: string | null;
  authorisedOn: string | null;
  authorisedUntil: string | null;
  employerName: string | null;
  employerAddress: string | null;
  /** Null: the contract has not begun, or is in another firm's register. */
  registerNumber: number | null;
}

export interface RegisterPerson {
  id: string;
  type: string;
  /** Archived, deleted or erased: he left. */
  isGone: boolean;
  lastname: string;
  firstname: string;
  nationality: string | null;
  birthDate: string | null;
  gender: number | null;
  position: string | null;
  workPermitType: string | null;
  workPermitNumber: string | null;
  contracts: readonly RegisterContract[];
}

export const registerParts = { STAFF: 'Personnel', TRAINEE: 'Stagiaires' } as const;

/** Columns on the screen and in the spreadsheet. */
export const registerFields = {
  part: choice('Partie', registerParts),
  number: integer('N°'),
  lastname: text('Nom'),
  firstname: text('Prénom'),
  nationality: text('Nationalité'),
  birthDate: day('Né(e) le'),
  sex: text('Sexe'),
  job: text('Emploi'),
  qualification: text('Qualification'),
  entryDate: day('Entrée'),
  exitDate: day('Sortie'),
  authorisedOn: day("Autorisation d'embauche du"),
  authorisedUntil: day("Autorisation d'embauche jusqu'au"),
  permitType: text('Titre de séjour ou autorisation de travail'),
  permitNumber: text("Numéro d'ordre du titre"),
  mentions: text('Mentions'),
};

const optional = z.string().nullable();

export const registerLine = z.strictObject({
  /** Id of the contract. */
  id: z.string(),
  agentId: z.string(),
  part: z.enum(['STAFF', 'TRAINEE']),
  /** Within its part: assigned once and never reused. */
  number: z.int(),
  lastname: z.string(),
  firstname: z.string(),
  nationality: optional,
  birthDate: optional,
  sex: optional,
  job: optional,
  qualification: optional,
  entryDate: z.string(),
  exitDate: optional,
  authorisedOn: optional,
  authorisedUntil: optional,
  permitType: optional,
  permitNumber: optional,
  /** Empty: an ordinary permanent contract. */
  mentions: z.string(),
  /** Data required by law and missing on the sheet, in French. */
  gaps: z.array(z.string()),
});
export type RegisterLine = z.output<typeof registerLine>;

/** External staff are in the register of their own firm; candidates are in none. */
const outside = new Set(['EXTERNAL', 'SELF', 'NOMINEE']);

export const isInRegister = ({ type }: Pick<RegisterPerson, 'type'>): boolean => !outside.has(type);

/** Kept five years after the person left (R1221-26). */
export const registerYears = 5;

const yearsBefore = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;

/** The end of the last contract; null: still employed, or no contract. */
function leftOn({ contracts }: RegisterPerson): string | null {
  const ends = contracts.map(({ endDate }) => endDate);
  return ends.length === 0 || ends.includes(null) ? null : ((ends as string[]).toSorted().at(-1) ?? null);
}

const fixedTerm = new Set<ContractType>(['CDD', 'SEASONAL_CONTRACT', 'CDD_ACTIVITY', 'CDD_REPLACEMENT']);

/** D1221-23: mentions of special contracts. */
export function mentionsOf(contract: RegisterContract, isTemporary: boolean): string {
  const { type, endDate, partTime, employerName, employerAddress } = contract;
  const lender = [employerName, employerAddress].filter(Boolean).join(', ');
  const mentions: string[] = [];
  if (isTemporary || type === 'INTERIM') mentions.push(`Salarié temporaire${lender ? ` (${lender})` : ''}`);
  else if (lender) mentions.push(`Mis à disposition par un groupement d’employeurs (${lender})`);
  if (fixedTerm.has(type)) {
    const words = type === 'CDD' ? 'CDD' : contractTypes[type];
    mentions.push(endDate ? `${words} jusqu’au ${frenchDay(endDate)}` : words);
  }
  if (type === 'APPRENTICE') mentions.push('Contrat d’apprentissage');
  if (type === 'PRO_TRAINING') mentions.push('Contrat de professionnalisation');
  if (isInternship(type)) mentions.push('Convention de stage');
  if (partTime) mentions.push('Temps partiel');
  return mentions.join(' ; ');
}

function qualificationOf({
  category,
  classificationCoeff,
  classificationLevel,
  classificationGrade,
}: RegisterContract): string | null {
  const label = category === null ? null : (agreementCategories as Record<string, string>)[category];
  const place =
    category === 'INGENIEUR_CADRE'
      ? [classificationLevel && `position ${[classificationLevel, classificationGrade].filter(Boolean).join('-')}`]
      : [
          classificationLevel && `niveau ${classificationLevel}`,
          classificationGrade && `échelon ${classificationGrade}`,
        ];
  const coefficient = classificationCoeff !== null && `coefficient ${classificationCoeff}`;
  return [label, ...place, coefficient].filter(Boolean).join(', ') || null;
}

function lineOf(person: RegisterPerson, contract: RegisterContract, day: string): Omit<RegisterLine, 'number'> {
  const isTemporary = person.type === 'TEMPORARY' || contract.type === 'INTERIM';
  const sex = person.gender ? (genders[person.gender as 1 | 2] ?? null) : null;
  const qualification = qualificationOf(contract);
  const isTrainee = isInternship(contract.type);
  const missing: [boolean, string][] = [
    [person.nationality === null, 'nationalité'],
    [person.birthDate === null, 'date de naissance'],
    [sex === null, 'sexe'],
    [person.position === null, 'emploi'],
    [qualification === null && !isTrainee, 'qualification'],
    [person.isGone && contract.endDate === null, 'date de sortie (archivé sans sortie)'],
    [isTemporary && !contract.employerName, 'entreprise de travail temporaire'],
    [isTemporary && !contract.employerAddress, 'adresse de l’entreprise de travail temporaire'],
    [person.workPermitType !== null && person.workPermitNumber === null, 'numéro du titre de travail'],
  ];
  return {
    id: contract.id,
    agentId: person.id,
    part: isTrainee ? 'TRAINEE' : 'STAFF',
    lastname: person.lastname,
    firstname: person.firstname,
    nationality: person.nationality,
    birthDate: person.birthDate,
    sex,
    job: person.position,
    qualification,
    entryDate: contract.startDate,
    // A future end is not a departure.
    exitDate: contract.endDate !== null && contract.endDate <= day ? contract.endDate : null,
    authorisedOn: contract.authorisedOn,
    authorisedUntil: contract.authorisedUntil,
    permitType: person.workPermitType,
    permitNumber: person.workPermitNumber,
    mentions: mentionsOf(contract, isTemporary),
    gaps: missing.flatMap(([holds, words]) => (holds ? [words] : [])),
  };
}

/** The register on that day, in the order of hiring. A former employee now with a subcontractor keeps his old lines. */
export function registerOf(people: readonly RegisterPerson[], day: string): RegisterLine[] {
  const limit = yearsBefore(day, registerYears);
  return people
    .filter((person) => (leftOn(person) ?? limit) >= limit)
    .flatMap((person) =>
      person.contracts.flatMap((contract) =>
        contract.registerNumber !== null && contract.startDate <= day
          ? [{ ...lineOf(person, contract, day), number: contract.registerNumber }]
          : [],
      ),
    )
    .sort(
      (one, other) =>
        one.part.localeCompare(other.part) || one.entryDate.localeCompare(other.entryDate) || one.number - other.number,
    );
}

/** Employees without a contract, who are not in the register. */
export const withoutContract = (people: readonly RegisterPerson[]): RegisterPerson[] =>
  people.filter((person) => isInRegister(person) && person.contracts.length === 0);

const asked = z.strictObject({ day: calledDay().optional() });

// F-037
export const exportAgents = endpoint({
  name: 'exportAgents',
  method: 'POST',
  path: '/fetch/agents/export',
  mounts: { agency: ['exportData'] },
  summary: 'Le registre unique du personnel, tel qu’il se présente à une date (par défaut aujourd’hui)',
  input: asked,
  output: z.strictObject({
    day: z.string(),
    agents: z.array(registerLine),
    filtered: z.int(),
    withoutContract: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  }),
  // Not a plain read: reading the lines of an erased person is logged.
  repeatable: true,
});

export const downloadRegister = endpoint({
  name: 'downloadRegister',
  method: 'GET',
  path: '/export/agents/register',
  mounts: { agency: ['exportData'] },
  summary: 'Le registre unique du personnel, en PDF',
  params: asked.optional(),
  binary: true,
});
