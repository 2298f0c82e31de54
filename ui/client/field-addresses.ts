// The addresses of the specification (screens.tsv, « Field mode ») that lead to another, at the desk and on a telephone.

/** Where an address leads, after the #; null: it is a screen itself. `why`: said if it cannot lead where it says. */
export interface Led {
  to: string;
  why?: string;
}

const home = '/terrain';

/** Of an agent, and written there without their group. */
const groupOf = { list: `${home}/list`, incident: `${home}/events/incident`, ronde: `${home}/rondes/ronde` } as const;
export const ungrouped = Object.keys(groupOf) as readonly (keyof typeof groupOf)[];

/** The same address in its group; null: it is none of these. */
export function grouped(path: string): string | null {
  const [, first, ...rest] = path.split('/');
  const name = ungrouped.find((one) => one === first);
  return name ? [groupOf[name], ...rest].join('/') : null;
}

const listWith = (list: string, id: string | undefined): Led => ({
  to: `${list}?open=${encodeURIComponent(id ?? 'new')}`,
});

/** Needs nothing of the device: the same at the desk. */
export function ledByPath([name, one, two]: readonly (string | undefined)[]): Led | null {
  switch (name) {
    case 'planification':
      return one ? null : { to: `${home}/planification/planning` };
    case 'adminDashboard':
      return one ? null : { to: `${home}/adminDashboard/adminAlerts` };
    case 'rondes':
      if (one === 'edit') return listWith(`${home}/rondes/list`, two);
      return one ? null : { to: `${home}/rondes/list` };
    case 'checkpoints':
      if (one === 'edit') return listWith(`${home}/checkpoints/list`, two);
      return one ? null : { to: `${home}/checkpoints/list` };
    case 'events':
      return one === 'incident' && two ? listWith('/agentMc', two) : null;
    default:
      return null;
  }
}
