// The device's clock against the server's. Phones are set wrong, and are set again during a service.

/** One exchange with the server. */
export interface Exchange {
  /** The device's clock when the request left and when the answer came. */
  sent: number;
  received: number;
  /** The time in the answer. */
  server: number;
}

export interface Offset {
  /** Milliseconds to add to the device's clock. */
  offset: number;
  /** At most this wrong. */
  error: number;
  /** The device's clock when it was measured. */
  at: number;
}

/** Milliseconds. A phone may be in a drawer for weeks; an event older than this has a wrong clock. */
export const oldestEvent = 31 * 86_400_000;

/** Crystals drift by up to about 50 ppm: an old measure becomes less certain. */
const drift = 50e-6;
/** Of the server's answer, and of the measure itself. */
const tolerance = 2_000;

const errorAt = ({ error, at }: Offset, now: number): number => error + Math.abs(now - at) * drift;

/** Keeps the more certain of the known offset and the one of a new exchange. */
export function measured(known: Offset | null, { sent, received, server }: Exchange): Offset | null {
  // The clock was set back meanwhile: the exchange tells nothing.
  if (received < sent) return known;
  const error = (received - sent) / 2;
  const found: Offset = { offset: Math.round(server - sent - error), error, at: received };
  if (known === null) return found;
  return isSet(known, found) || found.error <= errorAt(known, received) ? found : known;
}

/** The device's clock was set between two measures: they differ by more than both errors. */
export const isSet = (known: Offset, found: Offset): boolean =>
  Math.abs(found.offset - known.offset) > found.error + errorAt(known, found.at) + tolerance;
