// When a quota is nearly used up (Z-060).
import type { Pricing } from '../agents/quota.ts';
import { type AlertedQuota, alertLabels } from './calls.ts';

/** Of a limit: from this share on, or with one left. Of what is prepaid: from this number left on. */
export const nearShare = 0.9;
export const fewLeft = 5;
/** The gift of a trial is small by itself. */
export const fewLeftOfTrial = 2;

/** 1: nearly used up; 2: used up. */
export type QuotaLevel = 1 | 2;

export interface NearQuota {
  quota: AlertedQuota;
  level: QuotaLevel;
  title: string;
  text: string;
}

const told = (quota: AlertedQuota, isReached: boolean, text: string): NearQuota[] => [
  {
    quota,
    level: isReached ? 2 : 1,
    title: `Quota ${isReached ? 'atteint' : 'presque atteint'} : ${alertLabels[quota].toLowerCase()}`,
    text: `${alertLabels[quota]} : ${text}.`,
  },
];

const ofLimit = (quota: 'agentsLimit' | 'accountsLimit', used: number, limit: number | null): NearQuota[] => {
  if (limit === null) return [];
  if (used >= limit) return told(quota, true, `${used} sur ${limit}`);
  const isNear = used > 0 && (used >= limit * nearShare || limit - used === 1);
  return isNear ? told(quota, false, `${used} sur ${limit}, il en reste ${limit - used}`) : [];
};

const ofLeft = (quota: 'prepaidSignatures' | 'prepaidPayslips', left: number | null, few: number): NearQuota[] => {
  if (left === null || left > few) return [];
  return told(quota, left === 0, left === 0 ? 'il n’en reste aucune' : `il en reste ${left}`);
};

export const nearQuotas = (pricing: Pricing, isFreeTrial: boolean): NearQuota[] => {
  const few = isFreeTrial ? fewLeftOfTrial : fewLeft;
  const accounts = pricing.accountsLimit === null ? null : pricing.accountsLimit + pricing.vFreeAccounts;
  return [
    ...ofLimit('agentsLimit', pricing.countAgents.agents, pricing.agentsLimit),
    ...ofLimit('accountsLimit', pricing.countAgents.accounts, accounts),
    ...ofLeft('prepaidSignatures', pricing.prepaidSignatures, few),
    ...ofLeft('prepaidPayslips', pricing.prepaidPayslips, few),
  ];
};
