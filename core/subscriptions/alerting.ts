// When a quota is nearly used up (Z-060).
import type { Pricing } from '../agents/quota.ts';
import { type AlertedQuota, alertLabels } from './calls.ts';

/** Of a limit: from this share on. Of what is prepaid: from this number left on. */
export const nearShare = 0.9;
export const fewLeft = 5;

export interface NearQuota {
  quota: AlertedQuota;
  /** Names the event: a quota that is raised and reached again is told again. */
  level: string;
  text: string;
}

const ofLimit = (quota: 'agentsLimit' | 'accountsLimit', used: number, limit: number | null): NearQuota[] =>
  limit === null || used < limit * nearShare
    ? []
    : [
        {
          quota,
          level: `${limit} ${used >= limit ? 'reached' : 'near'}`,
          text: `${alertLabels[quota]} : ${used} sur ${limit}.`,
        },
      ];

const ofLeft = (quota: 'prepaidSignatures' | 'prepaidPayslips', left: number | null): NearQuota[] =>
  left === null || left > fewLeft
    ? []
    : [
        {
          quota,
          level: left === 0 ? 'none' : 'few',
          text: `${alertLabels[quota]} : ${left === 0 ? 'il n’en reste aucune' : `il en reste ${left}`}.`,
        },
      ];

export const nearQuotas = (pricing: Pricing): NearQuota[] => [
  ...ofLimit('agentsLimit', pricing.countAgents.agents, pricing.agentsLimit),
  ...ofLimit(
    'accountsLimit',
    pricing.countAgents.accounts,
    pricing.accountsLimit === null ? null : pricing.accountsLimit + pricing.vFreeAccounts,
  ),
  ...ofLeft('prepaidSignatures', pricing.prepaidSignatures),
  ...ofLeft('prepaidPayslips', pricing.prepaidPayslips),
];
