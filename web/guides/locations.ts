// The screens on which a video can be shown, by their breadcrumb (AB-029). The route tree belongs to the application above,
// which gives the list to the screen.
export interface Location {
  /** The name of the route. */
  route: string;
  /** « Collaborateurs > Contrats ». */
  label: string;
}

export const separator = ' > ';

/** In the order of their labels. */
export const sorted = (locations: readonly Location[]): Location[] =>
  locations.toSorted((one, other) => one.label.localeCompare(other.label, 'fr'));
