// Settings that may no longer change once papers were issued or months closed with them.
import type { Agency } from '#core/agencies/agency.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { offeredByAgency } from '#server/logbook/offered.ts';
import { agencyExtension as rightsOfNewcomers } from '#server/rights/new-agent.ts';
import { checkIdentity } from './identity.ts';

const currencyHeld =
  'Des factures, devis ou bons de commande existent, brouillons compris : leurs montants ne changent plus de monnaie';
const periodHeld =
  'Une paie est close : une autre période compterait des jours deux fois, ou pas du tout. Contactez le support.';

export const agencyExtension: Extension<typeof Agency> = {
  computed: { serviceEventTypes: offeredByAgency },
  async beforeSave(rows, call, correction) {
    await rightsOfNewcomers.beforeSave?.(rows, call, correction);
    const [row] = rows;
    if (row) await checkIdentity(call, row, 'agency');
    const { draft, current } = row ?? {};
    const [currency, first] = [draft?.currency, draft?.hours?.payPeriodStart];
    const isOther = {
      currency: currency !== undefined && currency !== current?.currency,
      period: first !== undefined && first !== current?.hours?.payPeriodStart,
    };
    if (!isOther.currency && !isOther.period) return;
    const [held] = await call.db.query<{ billed: boolean; closed: boolean }>({
      name: 'settled-settings',
      text: `select exists (select from invoices where agency_id = app_agency()) or exists (select from estimates where agency_id = app_agency())
          or exists (select from purchase_orders where agency_id = app_agency()) as billed,
        exists (select from payrolls where agency_id = app_agency()) as closed`,
    });
    const violations = [
      ...(isOther.currency && held?.billed ? [{ path: 'currency', message: currencyHeld }] : []),
      ...(isOther.period && held?.closed ? [{ path: 'hours.payPeriodStart', message: periodHeld }] : []),
    ];
    if (violations[0]) throw new Problem('invalid', violations[0].message, { violations });
  },
};
