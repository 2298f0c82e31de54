import { formatMoment } from '#ui/format.ts';

/** Minutes. A phone without a network sends later. */
const margin = 10;

/** When an event was received, if that was long after its time; null: at once. */
export const receiptOf = (
  { createdAt, receivedAt }: { createdAt: string; receivedAt: string },
  zone: string,
): string | null =>
  Date.parse(receivedAt) - Date.parse(createdAt) > margin * 60_000
    ? `transmis le ${formatMoment(receivedAt, zone)}`
    : null;
