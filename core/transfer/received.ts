// The list received for a won site: what to verify of each person before answering (art. 2.2), and how many must be taken.
import type { ContractType } from '../agents/contracts.ts';
import { contractTypes } from '../agents/contracts.ts';
import { frenchDay } from '../kernel/validators.ts';
import { isSeniorAt, type Obligation, obligationOf } from './rules.ts';
import type { PersonDecision } from './transfer.ts';

export interface Received {
  contractType: ContractType;
  seniorityDate: string | null;
  cardNumber: string | null;
  cardReceipt: string | null;
  cardUntil: string | null;
  workPermitType: string | null;
  workPermitUntil: string | null;
  monthlyHours: number | null;
  replacedReturn: string | null;
  decision: PersonDecision;
}

/** Why he may not be transferable, or what the file lacks. */
export function remarksOn(person: Received, transferDate: string): string[] {
  const { contractType, seniorityDate, cardNumber, cardReceipt, cardUntil } = person;
  return [
    ...(contractType === 'CDI' || contractType === 'CDD_REPLACEMENT'
      ? []
      : [`${contractTypes[contractType]} : non transférable (art. 2.2)`]),
    ...(contractType === 'CDD_REPLACEMENT' && !person.replacedReturn
      ? ['Retour du salarié remplacé non communiqué']
      : []),
    ...(cardNumber || cardReceipt ? [] : ['Ni carte ni récépissé']),
    ...(cardUntil && cardUntil < transferDate && !cardReceipt ? [`Carte expirée le ${frenchDay(cardUntil)}`] : []),
    ...(cardNumber && !cardUntil && !cardReceipt ? ['Carte sans date de validité'] : []),
    ...(person.workPermitType && person.workPermitUntil && person.workPermitUntil < transferDate
      ? [`Titre de travail expiré le ${frenchDay(person.workPermitUntil)}`]
      : []),
    ...(seniorityDate ? [] : ['Ancienneté non communiquée']),
    ...(person.monthlyHours ? [] : ['Base horaire non communiquée']),
  ];
}

export interface Progress extends Obligation {
  /** Proposed to them, or accepted. */
  seniorTaken: number;
  othersTaken: number;
  isKept: boolean;
}

/** A person who refuses was proposed it: he counts. Somebody who is not transferable does not. */
export function progressOf(
  people: readonly Pick<Received, 'contractType' | 'seniorityDate' | 'decision'>[],
  transferDate: string,
  isAirport: boolean,
): Progress {
  const counted = people
    .filter(({ decision }) => decision !== 'INELIGIBLE')
    .map(({ contractType, seniorityDate, decision }) => ({
      isSenior: isSeniorAt(seniorityDate, transferDate),
      isReplacement: contractType === 'CDD_REPLACEMENT',
      isTaken: decision === 'TAKEN' || decision === 'DECLINED',
    }));
  const taken = counted.filter(({ isTaken, isReplacement }) => isTaken && !isReplacement);
  const seniorTaken = taken.filter(({ isSenior }) => isSenior).length;
  const obligation = obligationOf(counted, isAirport);
  const othersTaken = taken.length - seniorTaken;
  return {
    ...obligation,
    ...{ seniorTaken, othersTaken },
    isKept: seniorTaken >= obligation.senior && othersTaken >= obligation.othersRequired,
  };
}
