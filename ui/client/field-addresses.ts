// The addresses of the specification (screens.tsv, « Field mode ») that lead to another, at the desk and on a telephone.

/** Where an address leads, after the #; null: it is a screen itself. `why`: said if it cannot lead where it says. */
export interface Led {
  to: string;
  why?: string;
}

const home = '/terrain';

const listWith = (list: string, id: string | undefined): Led => ({
  to: `${list}?open=${encodeURIComponent(id ?? 'new')}`,
});

/** Needs nothing of the device: the same at the desk. */
export function ledByPath([name, one, two, three]: readonly (string | undefined)[]): Led | null {
  switch (name) {
    case 'planification':
      return one ? null : { to: `${home}/planification/planning` };
    case 'adminDashboard':
      return one ? null : { to: `${home}/adminDashboard/adminAlerts` };
    case 'rondes':
      if (one === 'edit') return listWith(`${home}/rondes/list`, two);
      if (one === 'ronde') return { to: `${home}/${['ronde', two, three].filter(Boolean).join('/')}` };
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
