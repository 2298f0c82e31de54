// What the law demands of two companies before one works for the other (law.md section 2). Pure.
import type { Violation } from '../kernel/problem.ts';
import { messages } from '../kernel/problem.ts';
import { frenchDay } from '../kernel/validators.ts';

export interface Authorisation {
  approvalNumber: string | null;
  /** Null: without an end. */
  approvalExpiresAt: string | null;
}

const article = 'article L612-9 du Code de la sécurité intérieure';

/** Whose authorisation it is, in the sentences below. */
export const parties = {
  own: 'votre agence',
  other: 'cette agence',
} as const;
export type Party = keyof typeof parties;

/** Why a company may not work until this day, in words; null: it may. `until` null: only today counts. */
export function unauthorised(
  { approvalNumber, approvalExpiresAt }: Authorisation,
  { today, until, party }: { today: string; until: string | null; party: Party },
): string | null {
  if (!approvalNumber)
    return party === 'own'
      ? `Le numéro d’autorisation d’exercer de ${parties.own} n’est pas renseigné (Paramètres, Identité ; ${article}).`
      : `Le numéro d’autorisation d’exercer de ${parties.other} n’est pas renseigné (${article}).`;
  const last = until !== null && until > today ? until : today;
  if (approvalExpiresAt === null || approvalExpiresAt >= last) return null;
  const end = frenchDay(approvalExpiresAt);
  return approvalExpiresAt < today
    ? `L’autorisation d’exercer de ${parties[party]} a expiré le ${end} (${article}).`
    : `L’autorisation d’exercer de ${parties[party]} expire le ${end}, avant la fin de la mission le ${frenchDay(last)} (${article}).`;
}

export interface Subcontracting {
  type?: number | null;
  subcontractRank?: number | null;
  share?: string | null;
  justifiedOn?: string | null;
}

export const rankArticle = 'article L612-5-1 du Code de la sécurité intérieure';

/** A search for a subcontractor says its rank and the part; of rank 2, when the main contractor validated it (L612-5-1). */
export function subcontractingViolations({ type, subcontractRank, share, justifiedOn }: Subcontracting): Violation[] {
  if (type !== 1) return [];
  const found: Violation[] = [];
  if (subcontractRank == null) found.push({ path: 'subcontractRank', message: messages.required });
  if (!share?.trim())
    found.push({
      path: 'share',
      message: `Une partie seulement d’un contrat se sous-traite : indiquez laquelle (${rankArticle})`,
    });
  if (subcontractRank === 2 && !justifiedOn)
    found.push({
      path: 'justifiedOn',
      message: `Le rang 2 demande une justification validée par le donneur d’ordre (${rankArticle})`,
    });
  return found;
}
