// The perimeter detector (2 §4; S-022 to S-031).

/** S-022 */
export const perimeterStates = {
  desktop: 'Indisponible sur un ordinateur',
  inactive: 'Arrêtée',
  active: 'Active',
  leave: 'Sortie possible',
  warning: 'Alerte imminente',
  sending: 'Signalement en cours',
  wait_return: 'Attente du retour',
  return: 'Retour',
} as const;
export type PerimeterState = keyof typeof perimeterStates;

/** S-024, S-025: metres. */
export const worstAccuracy = 100;
export const defaultAccuracy = 50;
/** S-026, S-031: 60, 5 and 60 (decision 42). */
export const perimeterLimits = {
  /** Seconds of the countdown. */
  countdown: 60,
  /** Readings outside that start it. */
  readings: 5,
  /** Seconds without a usable reading, after which the readings count from the start. */
  watch: 60,
} as const;

export interface Place {
  latitude: number;
  longitude: number;
  /** Metres. */
  radius: number;
}

export interface Reading {
  t: number;
  latitude: number;
  longitude: number;
  accuracy?: number | null | undefined;
}

export interface Perimeter {
  state: PerimeterState;
  since: number;
  readings: number;
  lastAt: number | null;
}

export const newPerimeter = (state: 'desktop' | 'inactive' | 'active', now: number): Perimeter => ({
  state,
  since: now,
  readings: 0,
  lastAt: null,
});

const earth = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two points. */
export function distanceOf(one: Omit<Place, 'radius'>, other: Omit<Place, 'radius'>): number {
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** S-023: metres beyond the perimeter; inside it is zero or less. */
export const beyond = (place: Place, at: Omit<Place, 'radius'>): number => distanceOf(place, at) - place.radius;

const to = (one: Perimeter, state: PerimeterState, now: number): Perimeter => ({ ...one, state, since: now });

export function perimeterReading(before: Perimeter, reading: Reading, place: Place): Perimeter {
  const { t, accuracy } = reading;
  const isOff = before.state === 'inactive' || before.state === 'desktop';
  if (isOff || (accuracy ?? defaultAccuracy) > worstAccuracy) return before;
  const isStale = before.lastAt !== null && t - before.lastAt > perimeterLimits.watch * 1_000;
  const one = { ...before, lastAt: t, readings: isStale ? 0 : before.readings };
  if (beyond(place, reading) <= 0) return inside(one, t);
  const readings = one.readings + 1;
  switch (one.state) {
    case 'active':
    case 'return':
      return { ...to(one, 'leave', t), readings: 1 };
    case 'leave':
      return readings >= perimeterLimits.readings ? { ...to(one, 'warning', t), readings } : { ...one, readings };
    default:
      return one;
  }
}

/** S-028, S-029 */
function inside(one: Perimeter, t: number): Perimeter {
  const reset = { ...one, readings: 0 };
  switch (one.state) {
    case 'leave':
    case 'warning':
      return to(reset, 'active', t);
    case 'wait_return':
      return to(reset, 'return', t);
    default:
      return reset;
  }
}

/** Each second. */
export const perimeterTick = (one: Perimeter, now: number): Perimeter =>
  one.state === 'warning' && now - one.since >= perimeterLimits.countdown * 1_000 ? to(one, 'sending', now) : one;

/** « R.A.S »: he knows that he is outside; the next exit asks again. */
export const dismissPerimeter = (one: Perimeter, now: number): Perimeter =>
  one.state === 'leave' || one.state === 'warning' ? { ...to(one, 'active', now), readings: 0 } : one;

/** The exit, or the return, is recorded. */
export const perimeterSent = (one: Perimeter, now: number): Perimeter =>
  one.state === 'sending' ? to(one, 'wait_return', now) : one.state === 'return' ? to(one, 'active', now) : one;

export const perimeterCountdown = ({ state, since }: Perimeter, now: number): number | null =>
  state === 'warning' ? Math.max(0, Math.ceil((since + perimeterLimits.countdown * 1_000 - now) / 1_000)) : null;
