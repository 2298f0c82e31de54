// Every entity, by module. Separate from modules.ts, so that screens do not bundle the calls.
import { accountingEntities } from './accounting/entities.ts';
import { agencyEntities } from './agencies/entities.ts';
import { agentEntities } from './agents/entities.ts';
import { billingEntities } from './billing/entities.ts';
import { commercialEntities } from './commercial/entities.ts';
import { contractEntities } from './contracts/entities.ts';
import { customerEntities } from './customers/entities.ts';
import { documentEntities } from './documents/entities.ts';
import { guideEntities } from './guides/entities.ts';
import type { Entity } from './kernel/entity.ts';
import { logbookEntities } from './logbook/entities.ts';
import { mailEntities } from './mail/entities.ts';
import { marketplaceEntities } from './marketplace/entities.ts';
import { noteEntities } from './notes/entities.ts';
import { payEntities } from './pay/entities.ts';
import { paymentEntities } from './payments/entities.ts';
import { planningEntities } from './planning/entities.ts';
import { platformEntities } from './platform/entities.ts';
import { reportEntities } from './reports/entities.ts';
import { requestEntities } from './requests/entities.ts';
import { rightsEntities } from './rights/entities.ts';
import { roundEntities } from './rounds/entities.ts';
import { safetyEntities } from './safety/entities.ts';
import { siteEntities } from './sites/entities.ts';
import { stockEntities } from './stock/entities.ts';
import { subscriptionEntities } from './subscriptions/entities.ts';
import { transferEntities } from './transfer/entities.ts';

export const allEntities: readonly Entity[] = [
  ...accountingEntities,
  ...agencyEntities,
  ...agentEntities,
  ...billingEntities,
  ...commercialEntities,
  ...contractEntities,
  ...customerEntities,
  ...documentEntities,
  ...guideEntities,
  ...logbookEntities,
  ...mailEntities,
  ...marketplaceEntities,
  ...noteEntities,
  ...payEntities,
  ...paymentEntities,
  ...planningEntities,
  ...platformEntities,
  ...reportEntities,
  ...requestEntities,
  ...rightsEntities,
  ...roundEntities,
  ...safetyEntities,
  ...siteEntities,
  ...stockEntities,
  ...subscriptionEntities,
  ...transferEntities,
];

export function entityNamed(name: string): Entity {
  const found = allEntities.find((entity) => entity.name === name);
  if (!found) throw new Error(`no entity is named ${name}`);
  return found;
}
