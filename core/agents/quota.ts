// How many sheets and accounts the agency's subscription covers (1 §5; 3 §9). Null: no limit.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Problem, type Remedy } from '../kernel/problem.ts';

const pricing = z.strictObject({
  /** Sheets of active agents, and those with a licence. */
  countAgents: z.strictObject({ agents: z.int(), accounts: z.int() }),
  agentsLimit: z.int().nullable(),
  accountsLimit: z.int().nullable(),
  vFreeAccounts: z.int(),
  /** Prepaid sheets left; null: sheets are not prepaid. */
  remainingSheets: z.int().nullable(),
  /** Z-059. Left of what was bought; null: not counted. */
  prepaidSignatures: z.int().nullable(),
  prepaidPayslips: z.int().nullable(),
  /** Per sheet, in euros excluding tax; informative (decision 50). */
  sheetPrice: z.number(),
});
export type Pricing = z.output<typeof pricing>;

/** 1 §9 */
export const sheetPrice = 1.5;

export const quotaMessages = {
  /** On the screens of the subscription (F-031, decision 7). */
  sheet: 'Vous avez atteint votre quota de fiches collaborateur',
  // F-031
  agents: 'Vous avez atteint votre quota de fiches collaborateurs',
  accounts: 'Vous avez atteint votre quota de comptes',
  // F-034
  sheets: "Vous n'avez plus de fiches collaborateurs disponibles",
} as const;

/** Every quota is mended there. */
export const toSubscription: Remedy = {
  label: 'Voir mon abonnement',
  path: '/agencySubscription',
  right: 'readSubscription',
  module: 'subscriptions',
};

const needed = (left: number, asked: number): string => `il en reste ${left}, il en faut ${asked}`;
/** How many are left, if some are. */
export const accountsRefused = (left: number, asked: number): Problem =>
  new Problem('conflict', left > 0 ? `${quotaMessages.accounts} : ${needed(left, asked)}` : quotaMessages.accounts, {
    remedy: {
      ...toSubscription,
      advice: 'Sans « Activer tout de suite », la fiche s’enregistre sans compte ; un compte désactivé en libère un.',
    },
  });
/** Of what is prepaid. */
export const prepaidRefused = (message: string, left: number, asked: number): Problem =>
  new Problem('conflict', left > 0 ? `${message} en nombre suffisant : ${needed(left, asked)}` : message, {
    remedy: toSubscription,
  });

/** Null: no limit. */
export const accountsLeft = ({
  countAgents,
  accountsLimit,
  vFreeAccounts,
}: Pick<Pricing, 'countAgents' | 'accountsLimit' | 'vFreeAccounts'>): number | null =>
  accountsLimit === null ? null : Math.max(0, accountsLimit + vFreeAccounts - countAgents.accounts);

/** F-030 */
export const isAgentLimitReached = ({
  countAgents,
  agentsLimit,
}: Pick<Pricing, 'countAgents' | 'agentsLimit'>): boolean => agentsLimit !== null && countAgents.agents >= agentsLimit;

/** F-032 */
export const isAccountLimitReached = ({
  countAgents,
  accountsLimit,
  vFreeAccounts,
}: Pick<Pricing, 'countAgents' | 'accountsLimit' | 'vFreeAccounts'>): boolean =>
  accountsLimit !== null && countAgents.accounts >= accountsLimit + vFreeAccounts;

/** Why no sheet can be added; null: one can. */
export const refusedSheet = (pricing: Pricing): string | null =>
  isAgentLimitReached(pricing)
    ? quotaMessages.agents
    : pricing.remainingSheets !== null && pricing.remainingSheets <= 0
      ? quotaMessages.sheets
      : null;

export const readPricing = endpoint({
  name: 'readPricing',
  method: 'GET',
  path: '/pricing',
  // Who adds people, and who looks after the subscription: not every guard.
  mounts: { agency: ['listAgents', 'readSubscription'] },
  summary: "Ce que l'abonnement de l'agence couvre, et ce qu'elle en utilise",
  madeOf: ['agent', 'agencySubscription'],
  output: z.strictObject({ pricing }),
});
