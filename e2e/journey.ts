// The fixtures of all journeys: own people, own rows, and browsers with a signed-in user.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { Customer } from '#core/customers/customer.ts';
import { publishServices } from '#core/planning/calls.ts';
import type { Right } from '#core/rights.ts';
import type { Tokens } from '#core/session/tokens.ts';
import { Site } from '#core/sites/site.ts';
import { demoPassword } from '#demo/accounts.ts';
import { type Outbox, outboxOf } from '#server/testing/outbox.ts';
import { type Api, apiOf, type Row, signInAs } from './api.ts';
import { guard, qualified } from './guards.ts';
import { type Pages, pagesOf } from './pages.ts';
import { type Hiring, openRegistry, type Person, type Registry } from './people.ts';
import { inMinutes, planned } from './weeks.ts';

export { expect };

export const productUrl = (): string => process.env.E2E_URL ?? '';

let opened: Outbox | null = null;
export function outbox(): Outbox {
  opened ??= outboxOf(join(process.env.E2E_DATA_DIR ?? '', 'outbox'));
  return opened;
}

/** The link of a mail's button. Mails of other journeys may reach the same person. */
export async function linkTo(address: string, path: string): Promise<string> {
  const wanted = new RegExp(`${productUrl()}/#/${path}/[\\w-]+`);
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await outbox().to(address);
      link = mails.flatMap(({ text }) => wanted.exec(text ?? '')?.[0] ?? []).at(-1);
      return link;
    }, `a link to ${path} in a mail to ${address}`)
    .toBeDefined();
  return link as string;
}

interface Journeys {
  /** A word that no other journey uses. */
  mark: string;
  /** A new agent of Azur Sécurité, with an account. */
  hire(hiring?: Hiring): Promise<Person>;
  /** A separate browser; null: nobody is signed in. */
  open(who: { tokens: Tokens } | null, path?: string, options?: BrowserContextOptions): Promise<Page>;
  customer(name?: string, more?: object): Promise<Row>;
  /** A new contact of the customer, with an account. Default: the Customer set of rights. */
  contact(of: Row, rights?: readonly Right[]): Promise<Person>;
  site(name: string, more?: object): Promise<Row>;
  /** A guard with a published service that began two minutes ago, for four hours, on a new site. */
  onDuty(name: string, more?: { site?: object; service?: object }): Promise<{ agent: Person; id: string }>;
  /** A separate agency, for journeys that change settings; the person is its owner. Default name: from the mark. */
  agency(name?: string): Promise<Person>;
}

/** Shared by all journeys of a worker. */
interface Shared {
  owner: Api;
  registry: Registry;
  pages: Pages;
}

export const test = base.extend<Journeys, Shared>({
  registry: [
    async ({ browserName: _any }, use) => {
      const registry = await openRegistry(productUrl(), process.env.E2E_DATA_DIR ?? '');
      await use(registry);
      await registry.close();
    },
    { scope: 'worker' },
  ],

  pages: [({ browser }, use) => use(pagesOf(browser, productUrl())), { scope: 'worker' }],

  owner: [
    async ({ browserName: _any }, use) => {
      await use(await apiOf(productUrl(), await signInAs(productUrl(), 'direction@azur.example', demoPassword)));
    },
    { scope: 'worker' },
  ],

  mark: ({ browserName: _any }, use) => use(`z${randomBytes(3).toString('hex')}`),

  hire: ({ owner, registry }, use) => use((hiring = {}) => registry.hire(owner, hiring)),

  open: async ({ pages }, use) => {
    await use((who, path = '/', options) => pages.open(who, path, options));
    await pages.leave();
  },

  agency: ({ registry, mark }, use) => use((name = `Agence ${mark}`) => registry.createAgency(name)),

  customer: ({ owner, mark }, use) =>
    use((name = `Client ${mark}`, more = {}) => owner.save(Customer, { name, type: 100, ...more })),

  contact: ({ owner, registry }, use) => use((of, rights) => registry.contact(owner, of, rights ? { rights } : {})),

  site: ({ owner, customer }, use) => {
    let shared: Promise<Row> | null = null;
    const own = async () => {
      shared ??= customer();
      const { id, name } = await shared;
      return { id, name };
    };
    return use(async (name, more = {}) =>
      owner.save(Site, { name, ...('customer' in more ? {} : { customer: await own() }), ...more }),
    );
  },

  onDuty: ({ hire, owner, site }, use) =>
    use(async (name, more = {}) => {
      const agent = await hire(guard);
      await qualified(owner, agent);
      const place = await site(name, more.site);
      const [id] = (await planned(owner, {
        site: { id: place.id },
        startAt: inMinutes(-2),
        endAt: inMinutes(240),
        agents: [{ id: agent.id }],
        ...more.service,
      })) as [string];
      await owner.call(publishServices, { input: { services: [id] } });
      return { agent, id };
    }),
});
