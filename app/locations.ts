// Every screen by its breadcrumb, for the videos that are shown on it (AB-029).
import { type Location, separator, sorted } from '#web/guides/locations.ts';
import { groups, type Route } from './routes/route.ts';
import { routes } from './routes.tsx';

const parentOf = ({ tabOf, name }: Route): Route | undefined =>
  tabOf === undefined || tabOf === name ? undefined : routes.find((one) => one.name === tabOf);

function labelOf(declared: Route): string {
  const parent = parentOf(declared);
  const above = parent ? labelOf(parent) : groups[declared.group];
  return above ? above + separator + declared.label : declared.label;
}

/** They only lead to another screen. */
const passed: readonly string[] = ['loading', 'payments'];

/** Screens of the platform's own staff have none, nor has the field mode, which has no help. */
const isOfPeople = ({ name, group, screen, roles }: Route): boolean =>
  screen !== undefined &&
  group !== 'field' &&
  !passed.includes(name) &&
  !roles.every((role) => role === 'support' || role === 'admin' || role === 'superAdmin');

export const locations: readonly Location[] = sorted(
  routes.filter(isOfPeople).map((declared) => ({ route: declared.name, label: labelOf(declared) })),
);
