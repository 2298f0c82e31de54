// Valid requests of the calls of the field. Their devices and events belong to one person: for anybody else they do not
// exist (server/field/sourcing.test.ts has those that do).
import type { Line } from './requests.ts';

const device = crypto.randomUUID();
const event = {
  uuid: crypto.randomUUID(),
  device,
  rank: 1,
  createdAt: '2026-11-16T21:00:00.000Z',
  clockOffset: 0,
  service: null,
  payload: { status: 200 },
};

const stranger = { agency: crypto.randomUUID(), device, key: 'unknown' };

export const fieldLines: Record<string, Line> = {
  enrolDevice: { request: () => ({ input: { id: crypto.randomUUID(), name: 'Téléphone' } }) },
  sendEvent: {
    status: 409,
    request: () => ({ params: { messageType: 'service-step' }, input: { event, waiting: 0 } }),
  },
  sendEvents: {
    status: 409,
    request: () => ({ input: { device, events: [{ type: 'service-step', ...event }], waiting: 0 } }),
  },
  revokeDevice: { status: 404, request: () => ({ params: { id: crypto.randomUUID() } }) },
  deviceStanding: { status: 403, request: () => ({ input: stranger }) },
  handOver: { status: 403, request: () => ({ input: { ...stranger, events: [], waiting: 0 } }) },
  handOverPiece: {
    status: 403,
    request: () => ({ params: { id: crypto.randomUUID() }, input: { ...stranger, from: 0, bytes: 'AAAA' } }),
  },
  fetchPack: { request: () => ({ input: {} }) },
  fetchKeptEvents: { request: () => ({ input: {} }) },
  settleKeptEvent: {
    status: 404,
    request: () => ({ params: { uuid: crypto.randomUUID() }, input: { how: 'closed', comment: 'Vu' } }),
  },
};
