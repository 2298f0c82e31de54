// Ids: uuid v7, made here because uuidv7() exists only from PostgreSQL 18.
import { createHash, randomUUID } from 'node:crypto';

export function uuidv7(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0');
  // Fast: Node takes the random bits from a pool, and imports make thousands of ids.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Always the same id for the same text, so that repeated work finds its rows. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && shape.test(value);
