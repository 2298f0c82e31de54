import type { Location } from './addresses.ts';

const earth = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in metres. */
export function metresBetween(one: Location, other: Location): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const turn = radians(other.longitude - one.longitude);
  const half = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(turn / 2) ** 2;
  return Math.round(2 * earth * Math.asin(Math.min(1, Math.sqrt(half))));
}

/** « 250 m », « 3,2 km ». */
export const metresWords = (metres: number): string =>
  metres < 1_000 ? `${metres} m` : `${(metres / 1_000).toFixed(1).replace('.', ',')} km`;
