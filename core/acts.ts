// Labels of the actions on a record; each module names its own.
import { accountingActs } from './accounting/acts.ts';
import { agentsActs } from './agents/acts.ts';
import { billingActs } from './billing/acts.ts';
import { commercialActs } from './commercial/acts.ts';
import { contractsActs } from './contracts/acts.ts';
import { controlActs } from './control/acts.ts';
import { documentsActs } from './documents/acts.ts';
import { fieldActs } from './field/acts.ts';
import { guideActs } from './guides/acts.ts';
import { importsActs } from './imports/acts.ts';
import { generalActs } from './kernel/acts.ts';
import type { Entity } from './kernel/entity.ts';
import { logbookActs } from './logbook/acts.ts';
import { mailActs } from './mail/acts.ts';
import { marketplaceActs } from './marketplace/acts.ts';
import { notesActs } from './notes/acts.ts';
import { payActs } from './pay/acts.ts';
import { paymentActs } from './payments/acts.ts';
import { planningActs } from './planning/acts.ts';
import { platformActs } from './platform/acts.ts';
import { privacyActs } from './privacy/acts.ts';
import { reportsActs } from './reports/acts.ts';
import { requestsActs } from './requests/acts.ts';
import { rightsActs } from './rights/acts.ts';
import { roundsActs } from './rounds/acts.ts';
import { safetyActs } from './safety/acts.ts';
import { sessionActs } from './session/acts.ts';
import { signUpActs } from './signup/acts.ts';
import { stockActs } from './stock/acts.ts';
import { subscriptionActs } from './subscriptions/acts.ts';
import { transferActs } from './transfer/acts.ts';

const acts: Readonly<Record<string, string>> = {
  ...generalActs,
  ...accountingActs,
  ...agentsActs,
  ...billingActs,
  ...commercialActs,
  ...contractsActs,
  ...controlActs,
  ...documentsActs,
  ...fieldActs,
  ...guideActs,
  ...importsActs,
  ...logbookActs,
  ...subscriptionActs,
  ...mailActs,
  ...marketplaceActs,
  ...notesActs,
  ...payActs,
  ...paymentActs,
  ...planningActs,
  ...platformActs,
  ...privacyActs,
  ...reportsActs,
  ...requestsActs,
  ...rightsActs,
  ...roundsActs,
  ...safetyActs,
  ...sessionActs,
  ...signUpActs,
  ...stockActs,
  ...transferActs,
};

export const actLabel = (of: Entity, action: string): string =>
  of.machine?.moves[action]?.label ?? acts[action] ?? action;
