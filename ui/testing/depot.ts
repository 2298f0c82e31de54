// Stub server for one entity: answers the generic calls from memory and records them.
import { vi } from 'vitest';
import { allEntities } from '#core/entities.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import type { User } from '#core/session/session.ts';
import { endpointsOf } from '../client/call.ts';
import { checkReply } from '../client/testing/declared.ts';
import { idOf, listedOf, listedRowOf, rowOf } from '../client/testing/rows.ts';
import type { AnyRow } from '../moves.ts';
import { Crate } from './crate.ts';

interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
  key: string | null;
}

type Answer = { status: number; body?: unknown };

export interface Depot {
  rows: AnyRow[];
  asked: Asked[];
  /** Calls with this method and path ending, oldest first. */
  calls(method: string, end: string): Asked[];
  /** Answers the next matching call instead of the depot; 'lost': no answer. */
  answerNext(method: string, end: string, answer: Answer | 'lost'): void;
}

export const crate = (number: number, changes: Record<string, unknown> = {}): AnyRow => ({
  id: idOf(number),
  version: 1,
  name: `Caisse ${String(number).padStart(3, '0')}`,
  status: 100,
  size: 1,
  weight: number,
  price: null,
  infos: { fragile: false, packedOn: null },
  mail: null,
  phone: [],
  place: { street: '2 quai du Port', zipcode: '13002', city: 'Marseille', country: 'FR', location: null },
  keeper: null,
  specialties: [],
  items: [],
  opens: { guards: true, guests: false },
  comments: null,
  createdAt: '2026-11-02T08:30:00.000Z',
  ...changes,
});

/** `of`: the entity that the screen uses instead of Crate. */
export function openDepot(user: User, rows: AnyRow[], of: Entity = Crate): Depot {
  const calls: Endpoint[] = Object.values(endpointsOf(of));
  const waiting: { method: string; end: string; answer: Answer | 'lost' }[] = [];
  const depot: Depot = {
    rows,
    asked: [],
    calls: (method, end) => depot.asked.filter((call) => call.method === method && call.path.endsWith(end)),
    answerNext: (method, end, answer) => void waiting.push({ method, end, answer }),
  };

  const list = (body: Record<string, unknown>): Answer => {
    const { query, filters, orderBy, ascending, page, limit } = body as {
      query: string | null;
      filters: { status?: number[] };
      orderBy: string;
      ascending: boolean;
      page: number;
      limit: number;
    };
    const wanted = filters.status;
    const found = depot.rows
      .filter((row) => !query || String(row.name).toLowerCase().includes(query.toLowerCase()))
      .filter((row) => !wanted || wanted.includes(row.status as number))
      .sort((one, other) => {
        const [a, b] = [one[orderBy], other[orderBy]];
        return (String(a) < String(b) ? -1 : 1) * (ascending ? 1 : -1);
      });
    const shown = found.slice((page - 1) * limit, page * limit).map((row) => listedOf(of, row));
    return { status: 200, body: { crates: shown, filtered: found.length } };
  };

  const save = (body: Record<string, unknown>): Answer => {
    const { id, version, willActivate: _later, ...changes } = body;
    const before = depot.rows.find((row) => row.id === id);
    if (!before) {
      const made = rowOf(of, crate(900 + depot.rows.length, changes));
      depot.rows.push(made);
      return { status: 200, body: { crate: made } };
    }
    if (before.version !== version) {
      return { status: 409, body: { code: 409, message: 'Cette fiche a été modifiée entre-temps.', current: before } };
    }
    const after = rowOf(of, { ...before, ...changes, version: Number(before.version) + 1 });
    depot.rows[depot.rows.indexOf(before)] = after;
    return { status: 200, body: { crate: after } };
  };

  const act = (id: string, type: string): Answer => {
    const before = depot.rows.find((row) => row.id === id);
    const move = of.machine?.moves[type];
    if (!before || !move) return { status: 404, body: { code: 404, message: 'Caisse introuvable' } };
    if (move.to === null) {
      depot.rows.splice(depot.rows.indexOf(before), 1);
      return { status: 204 };
    }
    const after = { ...before, status: move.to, version: Number(before.version) + 1 };
    depot.rows[depot.rows.indexOf(before)] = after;
    return { status: 200, body: { crate: after } };
  };

  const answer = ({ method, path, body }: Asked): Answer => {
    if (method === 'PUT' && path.endsWith('/user')) return { status: 200, body: { user } };
    if (path.endsWith('/fetch/crates')) return list(body ?? {});
    if (path.includes('/fetch/')) {
      const plural = path.slice(path.lastIndexOf('/') + 1);
      const other = allEntities.find((entity) => entity.plural === plural);
      const rows = ['Maître-chien', 'Rondier'].map((name, index) => ({ id: idOf(501 + index), version: 1, name }));
      const named = rows.map(({ name, ...row }) =>
        other ? listedRowOf(other, { ...row, [other.title]: name }) : { ...row, name },
      );
      return { status: 200, body: { [plural]: named, filtered: named.length } };
    }
    if (path.endsWith('/presence')) return { status: 200, body: { others: [] } };
    if (path.endsWith('/history')) {
      const line = {
        id: idOf(700),
        at: '2026-11-10T09:00:00.000Z',
        action: 'edit',
        author: 'Inès Faure',
        actingFor: null,
        reason: null,
        changes: { name: { before: 'Ancien nom', after: 'Caisse 001' } },
      };
      return { status: 200, body: { history: [line] } };
    }
    if (method === 'POST' && path.endsWith('/crate')) return save(body ?? {});
    const [, id = '', type] = /\/crate\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === 'DELETE') return act(id, type ?? '');
    const row = depot.rows.find((one) => one.id === id);
    return row
      ? { status: 200, body: { crate: row } }
      : { status: 404, body: { code: 404, message: 'Caisse introuvable' } };
  };

  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const asked: Asked = {
      method,
      path: url,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      key: (headers as Record<string, string>)['idempotency-key'] ?? null,
    };
    depot.asked.push(asked);
    const at = waiting.findIndex(({ method: wanted, end }) => wanted === method && url.endsWith(end));
    const reply = at < 0 ? answer(asked) : (waiting.splice(at, 1)[0]?.answer ?? 'lost');
    if (reply === 'lost') throw new TypeError('fetch failed');
    checkReply(method, url, reply.status, reply.body, calls);
    const text = reply.body === undefined ? '' : JSON.stringify(reply.body);
    return { status: reply.status, text: async () => text } as Response;
  });
  return depot;
}
