// Personal data in the closed months of pay.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const payPeople: Held = {
  payroll_rows: {
    label: 'Paie des mois clos',
    where: 't.agent_id = any (:agents)',
    hides: ['payroll_id', 'issues', 'unsettled', 'terms'],
    fate: { keep: 'La paie versée se justifie après le départ', rule: 'staffFiles' },
  },
  ...nobodys({
    payrolls: 'mois clos, avec le nom de qui les a clos',
    payroll_mappings: 'codes du logiciel de paie',
  }),
};
