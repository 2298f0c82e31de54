import type { Right } from '#core/rights.ts';
import { holds } from '../part.ts';
import type { FieldView } from '../session.ts';

interface Desk {
  label: string;
  /** After the #. */
  to: string;
  /** One of them opens it. */
  rights: readonly Right[];
}

export interface Desks {
  label: string;
  desks: readonly Desk[];
}

const all: readonly Desks[] = [
  {
    label: 'Planification',
    desks: [
      { label: 'Planning', to: '/terrain/planification/planning', rights: ['readAgentPlanning', 'readSitePlanning'] },
      { label: 'Services', to: '/terrain/planification/services', rights: ['listServices'] },
    ],
  },
  {
    label: 'Suivi',
    desks: [
      { label: 'Alertes', to: '/terrain/adminDashboard/adminAlerts', rights: ['readSupervision', 'readDashboard'] },
      { label: 'Événements', to: '/terrain/adminDashboard/adminEvents', rights: ['readDashboard', 'readSupervision'] },
    ],
  },
  {
    label: 'Sites et clients',
    desks: [
      { label: 'Tous les sites', to: '/sites', rights: ['listSites'] },
      { label: 'Clients', to: '/customers', rights: ['listCustomers'] },
      { label: 'Rondes', to: '/terrain/rondes/list', rights: ['listRounds'] },
      { label: 'Points de contrôle', to: '/terrain/checkpoints/list', rights: ['listCheckpoints'] },
      { label: 'Collaborateurs', to: '/agents', rights: ['listAgents'] },
    ],
  },
];

/** Those that the person of this device may open, as far as it knows. */
export const desksOf = (view: FieldView): readonly Desks[] =>
  all.flatMap(({ label, desks }) => {
    const open = desks.filter(({ rights }) => rights.some((right) => holds(view, right)));
    return open.length > 0 ? [{ label, desks: open }] : [];
  });
