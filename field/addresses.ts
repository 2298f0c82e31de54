// The addresses of the specification (screens.tsv, « Field mode ») that lead to a screen of another name.

import { activeOf } from '#core/field/day.ts';
import { type EventCategory, logCategories } from '#core/logbook/categories.ts';
import { isActive } from '#core/planning/status.ts';
import { type Led, ledByPath } from '#ui/client/field-addresses.ts';
import type { DayService } from './day.ts';

const home = '/terrain';
const notAtWork = 'Commencez d’abord un service.';
/** B-061: each opens the form of an event with its type. */
const shortcuts = new Set<string>([
  'presence',
  'controleSpecifique',
  'logistique',
  'care-rescue',
  'delivery',
  'observations',
]);

/** The service of the address, or the one under way. */
function serviceAt(day: readonly DayService[], id: string | undefined, isCircuit: boolean): Led {
  const found = day.find((one) => one.id === id || (id !== undefined && one.reference === id));
  const active = isCircuit ? day.find((one) => one.isCircuit && isActive(one.status)) : activeOf(day);
  const service = found ?? active;
  return service ? { to: `${home}/service/${service.id}` } : { to: home };
}

function eventAt(day: readonly DayService[], category: EventCategory): Led {
  const active = activeOf(day);
  return active ? { to: `${home}/service/${active.id}/main-courante/${category}` } : { to: home, why: notAtWork };
}

/** On a telephone in field mode. `pieces`: after `/terrain/`. */
export function led(pieces: readonly (string | undefined)[], day: readonly DayService[]): Led | null {
  const [name, one, two, three] = pieces;
  switch (name) {
    case 'list':
      return { to: `${home}/annuaire` };
    case 'intervention':
      return { to: `${home}/non-planifie${one ? `/${encodeURIComponent(one)}` : ''}` };
    case 'priseService':
    case 'serviceActif':
      return serviceAt(day, one, false);
    case 'tournee':
    case 'circuitActif':
      return serviceAt(day, one, true);
    case 'rondes':
      if (one === 'ronde') return { to: [home, one, two, three].filter(Boolean).join('/') };
      return ledByPath(pieces);
    case 'events':
      if (one === 'incident')
        return two ? { to: `${home}/evenement/${encodeURIComponent(two)}` } : eventAt(day, 'incident');
      if (one !== undefined && shortcuts.has(one) && one in logCategories) return eventAt(day, one as EventCategory);
      return { to: home };
    default:
      return ledByPath(pieces);
  }
}
