// The planned maintenance, in the memory of every process: no call asks the database for it. A change is announced by the
// database to all processes (decision 103).
import type { FastifyInstance } from 'fastify';
import { Problem } from '#core/kernel/problem.ts';
import { type Maintenance, plainMessage, stateOf } from '#core/session/maintenance.ts';
import type { Database } from '#server/db/database.ts';
import type { Listener } from '#server/db/listen.ts';
import { publicPage, sendPage } from '#server/kernel/public-page.ts';
import { escaped } from '#server/mail/layout.ts';
import type { Tenants } from '#server/tenant/tenants.ts';

/** Milliseconds between two readings, in case a notification was lost. */
const often = 30_000;

export interface MaintenanceWatch {
  /** Throws the message while a maintenance has begun. Asks nothing. */
  refuse(now: Date): void;
  /** What is planned or under way; null: nothing. After every change of which this process could know. */
  planned(now: Date): Promise<Maintenance | null>;
  close(): void;
}

const isPlanned = (value: unknown): value is Maintenance => {
  const { message, startAt, endAt } = (value ?? {}) as Partial<Record<keyof Maintenance, unknown>>;
  return [startAt, endAt].every((at) => !Number.isNaN(Date.parse(String(at)))) && typeof message === 'string';
};

export async function openMaintenance(
  database: Pick<Database, 'listen' | 'platform'>,
  /** Called after each change. */
  changed: () => void = () => undefined,
): Promise<MaintenanceWatch> {
  let plan: Maintenance | null = null;
  let reading: Promise<void> = Promise.resolve();
  const read = async (): Promise<void> => {
    const { rows } = await database.platform.query<{ watched: unknown }>({
      name: 'maintenance',
      text: `select value as watched from platform_settings where key = 'maintenance'`,
    });
    const [found] = rows;
    plan = isPlanned(found?.watched) ? found.watched : null;
  };
  /** One after the other: an older answer never replaces a newer one. What cannot be read stays as it was. */
  const readAgain = (): Promise<void> => {
    reading = reading.then(read).catch(() => undefined);
    return reading;
  };
  const listener: Listener = await database.listen({
    channel: 'maintenance',
    onNotification: () => void readAgain().then(changed),
    listening: (on) => {
      if (on) void readAgain();
    },
  });
  await readAgain();
  const timer = setInterval(() => void readAgain(), often).unref();
  return {
    refuse: (now) => {
      if (plan && stateOf(plan, now) === 'begun') throw new Problem('maintenance', plainMessage(plan));
    },
    planned: async (now) => {
      await listener.settled().catch(readAgain);
      await reading;
      return plan && stateOf(plan, now) !== 'over' ? plan : null;
    },
    close: () => clearInterval(timer),
  };
}

/** Pages for people without an account say the message as well; what machines send is still taken. */
export function closePages(app: FastifyInstance, maintenance: MaintenanceWatch, tenants: Tenants): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return;
    try {
      maintenance.refuse(new Date());
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { name, accent } = tenants.of(request.hostname).tenant;
      const body = `<h1>Maintenance en cours</h1><p>${escaped(error.message)}</p><footer>Réessayez un peu plus tard.</footer>`;
      return sendPage(reply, error.status, publicPage({ name, accent }, 'Maintenance', body));
    }
  });
}
