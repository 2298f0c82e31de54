// Clients that save and upload files, and retry each act with the same idempotency key until it is answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { demoPassword } from '#demo/accounts.ts';

export interface Written {
  /** Names of sites whose creation was acknowledged. */
  sites: string[];
  /** Ids of files. */
  files: string[];
  /** The last acknowledged number of each customer. */
  edits: Map<string, number>;
  /** Retries after a missing reply. */
  repeated: number;
}

export interface Clients {
  written: Written;
  acknowledged(): number;
  /** Resolves when every started act is acknowledged. */
  finish(): Promise<void>;
}

const patience = 120_000;

export async function startClients(url: string, clients: number, wanted: number): Promise<Clients> {
  const written: Written = { sites: [], files: [], edits: new Map(), repeated: 0 };
  let token = '';
  let signing: Promise<void> | null = null;
  const signIn = (): Promise<void> => {
    signing ??= (async () => {
      for (;;) {
        const answer = await fetch(`${url}/api/login_check`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'direction@azur.example', password: demoPassword }),
        }).catch(() => null);
        if (answer?.ok) {
          token = ((await answer.json()) as { token: string }).token;
          break;
        }
        await wait(200);
      }
    })().finally(() => {
      signing = null;
    });
    return signing;
  };

  /** Retries the same act until it is answered. */
  const act = async (path: string, body: string | FormData, key: string): Promise<Record<string, { id: string }>> => {
    for (const since = Date.now(); Date.now() - since < patience; ) {
      const answer = await fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      }).catch(() => null);
      const text = answer ? await answer.text().catch(() => null) : null;
      if (answer?.ok && text !== null) return JSON.parse(text) as Record<string, { id: string }>;
      if (answer?.status === 401) await signIn();
      else if (answer && answer.status < 500 && text !== null) throw new Error(`${path}: ${answer.status} ${text}`);
      written.repeated += 1;
      await wait(50 + Math.random() * 150);
    }
    throw new Error(`${path}: no answer in ${patience / 1_000} s`);
  };

  await signIn();
  // The proxy may drop this reply too.
  const readUser = async (): Promise<{ user: { userCompanies: { company: { id: string } }[] } }> => {
    for (;;) {
      const answer = await fetch(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } }).catch(
        () => null,
      );
      const text = answer?.ok ? await answer.text().catch(() => null) : null;
      if (text) return JSON.parse(text);
      await wait(200);
    }
  };
  const user = await readUser();
  const prefix = `/agency/${user.user.userCompanies[0]?.company.id}`;
  let begun = 0;
  let acknowledged = 0;

  const client = async (number: number): Promise<void> => {
    const { customer } = await act(
      `${prefix}/customer`,
      JSON.stringify({ name: `Tempête ${number}`, type: 100 }),
      randomUUID(),
    );
    const id = customer?.id ?? '';
    while (begun < wanted) {
      begun += 1;
      const count = begun;
      const key = randomUUID();
      if (count % 10 === 0) {
        const form = new FormData();
        form.append('file', new Blob([`Pièce ${number} ${count} ${key}`]), `p${count}.txt`);
        written.files.push((await act(`${prefix}/upload`, form, key)).file?.id ?? '');
      } else if (count % 10 === 1) {
        await act(`${prefix}/customer`, JSON.stringify({ id, comments: String(count) }), key);
        written.edits.set(id, count);
      } else {
        const name = `Tempête ${number} ${count}`;
        await act(
          `${prefix}/site`,
          JSON.stringify({ name, customer: { id }, siteKeys: [{ label: 'Portail', code: String(count) }] }),
          key,
        );
        written.sites.push(name);
      }
      acknowledged += 1;
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  all.catch(() => {});
  return { written, acknowledged: () => acknowledged, finish: () => all.then(() => {}) };
}
