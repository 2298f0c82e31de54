// An event of the field: something that happened on a device, whatever the server thinks of it later (decision 87).
import type { PhotoRef } from './photo.ts';

/** A position of the device, as its sensor gave it. */
export interface Fix {
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number | null;
}

export interface FieldEvent {
  uuid: string;
  device: string;
  /** Counts up by one per device, from 1. It never restarts while the device is enrolled. */
  rank: number;
  /** The message type of `POST /sourcing/{messageType}`. */
  type: string;
  /** The device's clock, in milliseconds. */
  at: number;
  /** Milliseconds to add to the device's clock for the server's time; null: the device has not heard the server yet. */
  clockOffset: number | null;
  position: Fix | null;
  /** The service it belongs to; null: none. */
  service: string | null;
  payload: unknown;
  /** Taken with it; absent: none. Their content is sent after the event. */
  photos?: readonly PhotoRef[] | undefined;
}

/** An event in the log of the device. */
export interface LogEntry {
  event: FieldEvent;
  /** The server has it. */
  consumed: boolean;
  /** The agent chose to pass over it; it stays in the log. */
  skipped: boolean;
}

/** Reports to the server that an event was passed over, so that the agency can find it. */
export const skippedType = 'skipped';
/** Characters of its content: the event may have been refused for its size. */
export const longestSkipped = 4_000;

/** The time that is shown and paid: the device's clock, corrected. */
export const correctedTime = ({ at, clockOffset }: Pick<FieldEvent, 'at' | 'clockOffset'>): number =>
  at + (clockOffset ?? 0);

export const isWaiting = ({ consumed, skipped }: LogEntry): boolean => !consumed && !skipped;
