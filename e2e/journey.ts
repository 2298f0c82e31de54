// What every journey starts from: people of its own, rows of its own, and browsers in which somebody is signed in.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { rightSet } from '#core/grants.ts';
import type { Right } from '#core/rights.ts';
import { acceptInvitation, invite, readRights, saveRights, saveUser, type Tokens } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { demoPassword } from '#demo/accounts.ts';
import { outboxOf } from '#server/testing/outbox.ts';
import { type Api, apiOf, type Row, send, signInAs } from './api.ts';

export { expect };

export const productUrl = (): string => process.env.E2E_URL ?? '';
export const outbox = () => outboxOf(join(process.env.E2E_DATA_DIR ?? '', 'outbox'));

/** The link of a mail's button. */
export async function linkTo(address: string, path: string, count = 1): Promise<string> {
  const { text } = await outbox().lastTo(address, count);
  const link = new RegExp(`${productUrl()}/#/${path}/[\\w-]+`).exec(text ?? '')?.[0];
  if (!link) throw new Error(`no link to ${path} in the mail to ${address}`);
  return link;
}

export interface Person {
  /** The user-company. */
  id: string;
  email: string;
  password: string;
  firstname: string;
  fullname: string;
  tokens: Tokens;
  api: Api;
}

export interface Hiring {
  /** Default: the Admin set. */
  rights?: readonly Right[];
  plannable?: boolean;
}

interface Journeys {
  /** A word that no other journey uses. */
  mark: string;
  /** A new collaborator of Azur Sécurité, with an account. */
  hire(hiring?: Hiring): Promise<Person>;
  /** A browser of its own; null: nobody is signed in. */
  open(who: { tokens: Tokens } | null, path?: string, options?: BrowserContextOptions): Promise<Page>;
  customer(name?: string, more?: object): Promise<Row>;
  /** A new contact of the customer, with an account and the Customer set of rights. */
  contact(of: Row): Promise<Person>;
  site(name: string, more?: object): Promise<Row>;
}

/** Chosen with the invitation, so that no journey depends on the demo's. */
const ownPassword = 'Vigie2026';

type Identity = Pick<Person, 'id' | 'email' | 'firstname'> & { lastname: string };

function someone(firstname: string): Omit<Identity, 'id'> {
  const word = randomBytes(4).toString('hex');
  return { firstname, lastname: `Essai-${word}`, email: `${word}@essai.example` };
}

/** Granted exactly these rights, invited, and come. */
async function welcome(
  owner: Api,
  { id, email, firstname, lastname }: Identity,
  rights: readonly Right[],
): Promise<Person> {
  const held = (await owner.call(readRights, { params: { id } })).userCompany.rights;
  const wanted = Object.fromEntries([
    ...Object.keys(held).map((key) => [key, false]),
    ...rights.map((key) => [key, true]),
  ]);
  await owner.call(saveRights, { params: { id }, input: { rights: wanted } });
  await owner.call(invite, { params: { id } });
  const token = (await linkTo(email, 'invitation')).split('/').at(-1) as string;
  const tokens = await send(productUrl(), acceptInvitation, { params: { token }, input: { password: ownPassword } });
  await send(productUrl(), saveUser, { token: tokens.token, input: { firstLogin: false } });
  const api = await apiOf(productUrl(), tokens);
  return { id, email, password: ownPassword, firstname, fullname: `${firstname} ${lastname}`, tokens, api };
}

async function hireInto(owner: Api, { rights = rightSet('admin'), plannable = false }: Hiring): Promise<Person> {
  const identity = someone('Dominique');
  const { id } = await owner.save(Agent, { ...identity, agentInfos: { plannable } });
  return welcome(owner, { ...identity, id }, rights);
}

async function contactOf(owner: Api, customer: Row): Promise<Person> {
  const identity = someone('Camille');
  const { userCompanies } = await owner.save(Customer, { id: customer.id, userCompanies: [identity] });
  const [line] = userCompanies as { id: string }[];
  return welcome(owner, { ...identity, id: line?.id ?? '' }, rightSet('customer'));
}

/** Calls that a journey makes fail on purpose are told by the browser; anything else is a fault of the screens. */
const expected = /Failed to load resource|net::ERR_/;

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
  });
}

export const test = base.extend<Journeys, { owner: Api }>({
  owner: [
    async ({ browserName: _any }, use) => {
      await use(await apiOf(productUrl(), await signInAs(productUrl(), 'direction@azur.example', demoPassword)));
    },
    { scope: 'worker' },
  ],

  mark: ({ browserName: _any }, use) => use(`z${randomBytes(3).toString('hex')}`),

  hire: ({ owner }, use) => use((hiring = {}) => hireInto(owner, hiring)),

  open: async ({ browser }, use) => {
    const faults: string[] = [];
    const pages: Page[] = [];
    await use(async (who, path = '/', options = {}) => {
      const kept = who && { name: 'app.tokens', value: JSON.stringify(who.tokens) };
      const context = await browser.newContext({
        baseURL: productUrl(),
        ...(kept ? { storageState: { cookies: [], origins: [{ origin: productUrl(), localStorage: [kept] }] } } : {}),
        ...options,
      });
      context.on('page', (page) => watch(page, faults));
      const page = await context.newPage();
      pages.push(page);
      await page.goto(`/#${path}`);
      return page;
    });
    for (const page of pages) await page.context().close();
    expect(faults, 'errors told by the browser').toEqual([]);
  },

  customer: ({ owner, mark }, use) =>
    use((name = `Client ${mark}`, more = {}) => owner.save(Customer, { name, type: 100, ...more })),

  contact: ({ owner }, use) => use((of) => contactOf(owner, of)),

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
});
