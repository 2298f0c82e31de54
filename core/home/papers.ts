// An agent's own papers: card, certificates and contract, when each expires and what to do about it.
import * as z from 'zod';
import { type AgentPapers, employedTypes } from '../agents/anomalies.ts';
import { activeContract, type Contract, contractTypes } from '../agents/contracts.ts';
import { expiryState, expiryStates } from '../agents/expiry.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { frenchDay } from '../kernel/validators.ts';

export const paperStates = { ...expiryStates, MISSING: 'Manquant', UNDATED: 'Validité à confirmer' } as const;
export type PaperState = keyof typeof paperStates;

const ownPaper = z.strictObject({
  kind: z.enum(['card', 'paper', 'contract']),
  name: z.string(),
  number: z.string().nullable(),
  /** Null: no end, or unknown. */
  expiresAt: z.string().nullable(),
  state: z.enum(Object.keys(paperStates) as PaperState[]),
  /** Null: nothing to do. */
  advice: z.string().nullable(),
});
export type OwnPaper = z.output<typeof ownPaper>;

export const readOwnPapers = endpoint({
  name: 'papers:agent',
  method: 'GET',
  path: '/papers',
  mounts: { agent: 'signedIn' },
  summary:
    'Ses propres papiers : carte professionnelle, documents réglementaires, contrat de travail, et ce qui est à faire',
  output: z.strictObject({ papers: z.array(ownPaper) }),
});

export interface HeldPaper {
  name: string;
  number: string | null;
  isCard: boolean;
  expiresAt: string;
  /** The day before which its renewal must be requested. */
  renewBefore: string | null;
}

export interface OwnPapersFacts extends Pick<AgentPapers, 'type' | 'plannable' | 'cardNumber'> {
  /** The latest of each type. */
  papers: readonly HeldPaper[];
  contracts: readonly Contract[];
}

/** Nobody may work without a valid card, even for a short time (CSI R631-15), except with a receipt of the renewal. */
const cardAdvice = {
  EXPIRED:
    'Vous ne pouvez plus travailler sans carte valide : envoyez à votre agence la nouvelle carte ou le récépissé.',
  MISSING: 'Vous ne pouvez pas travailler sans carte professionnelle : envoyez la vôtre à votre agence.',
  UNDATED: 'Votre agence doit confirmer la date de fin de votre carte : montrez-la-lui.',
} as const;

function paperAdvice({ isCard, expiresAt, renewBefore }: HeldPaper, today: string): string | null {
  const state = expiryState(expiresAt, today);
  if (state === 'EXPIRED')
    return isCard ? cardAdvice.EXPIRED : 'Document expiré : envoyez à votre agence celui qui le remplace.';
  if (renewBefore !== null && renewBefore <= today)
    return isCard
      ? `Demandez le renouvellement sans attendre : il devait l’être avant le ${frenchDay(renewBefore)}. Envoyez le récépissé à votre agence.`
      : `Renouvellement à prévoir dès maintenant : voyez avec votre agence avant le ${frenchDay(expiresAt)}.`;
  if (state === 'VALID') return null;
  return renewBefore === null
    ? `Préparez son renouvellement avant le ${frenchDay(expiresAt)}.`
    : `Demandez le renouvellement avant le ${frenchDay(renewBefore)}.`;
}

const ofPaper = (paper: HeldPaper, today: string): OwnPaper => ({
  kind: paper.isCard ? 'card' : 'paper',
  name: paper.name,
  number: paper.number,
  expiresAt: paper.expiresAt,
  state: expiryState(paper.expiresAt, today),
  advice: paperAdvice(paper, today),
});

const cardName = 'Carte professionnelle';

/** A card that the law requires and that is not recorded. */
function lackingCard({ type, plannable, cardNumber, papers }: OwnPapersFacts, french: boolean): OwnPaper[] {
  if (!french || !plannable || type === 'NOMINEE' || papers.some(({ isCard }) => isCard)) return [];
  const state = cardNumber === null ? 'MISSING' : 'UNDATED';
  return [{ kind: 'card', name: cardName, number: cardNumber, expiresAt: null, state, advice: cardAdvice[state] }];
}

function ofContract({ type, contracts }: OwnPapersFacts, today: string): OwnPaper[] {
  const contract = activeContract(contracts, today);
  const paper = { kind: 'contract', number: null } as const;
  if (contract === null)
    return employedTypes.has(type)
      ? [
          {
            ...paper,
            name: 'Contrat de travail',
            expiresAt: null,
            state: 'MISSING',
            advice: 'Aucun contrat n’est enregistré à votre nom : demandez-le à votre agence.',
          },
        ]
      : [];
  const name = `Contrat de travail (${contractTypes[contract.type]})`;
  const { endDate } = contract;
  if (endDate === null) return [{ ...paper, name, expiresAt: null, state: 'VALID', advice: null }];
  const state = expiryState(endDate, today);
  const next = contracts
    .filter(({ startDate }) => startDate > endDate)
    .reduce<string | null>((first, { startDate }) => (first === null || startDate < first ? startDate : first), null);
  const advice =
    next !== null
      ? `Votre contrat suivant commence le ${frenchDay(next)}.`
      : state === 'EXPIRED'
        ? `Votre contrat a pris fin le ${frenchDay(endDate)} : adressez-vous à votre agence.`
        : state === 'VALID'
          ? null
          : `Votre contrat prend fin le ${frenchDay(endDate)} : voyez la suite avec votre agence.`;
  return [{ ...paper, name, expiresAt: endDate, state, advice }];
}

/** Papers that need action first, then by expiry. */
export function ownPapersOf(facts: OwnPapersFacts, today: string, french: boolean): OwnPaper[] {
  const papers = [
    ...lackingCard(facts, french),
    ...facts.papers.map((paper) => ofPaper(paper, today)),
    ...ofContract(facts, today),
  ];
  const rank = ({ state, advice }: OwnPaper): number =>
    state === 'EXPIRED' || state === 'MISSING' ? 0 : advice !== null ? 1 : 2;
  const end = ({ expiresAt }: OwnPaper): string => expiresAt ?? '9999-12-31';
  return papers.sort(
    (one, other) =>
      rank(one) - rank(other) || end(one).localeCompare(end(other)) || one.name.localeCompare(other.name, 'fr'),
  );
}
