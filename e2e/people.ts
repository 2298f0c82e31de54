// People of a journey. Their record is saved through the API; their account is written directly to the database, because
// invitations have their own journeys.
import { randomBytes } from 'node:crypto';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import { rightSet } from '#core/grants.ts';
import type { Right } from '#core/rights.ts';
import type { Tokens } from '#core/session/tokens.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningUrl } from '#server/db/embedded.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { keptSecret } from '#server/secret.ts';
import { hashPassword } from '#server/session/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { type Api, apiIn, type Row } from './api.ts';

export interface Person {
  /** Id of the user-company. */
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

/** The same for everyone, so that no journey depends on the demo's password. */
const ownPassword = 'Vigie2026';

/** Creates accounts; one registry per worker. */
export interface Registry {
  hire(owner: Api, hiring: Hiring): Promise<Person>;
  contact(owner: Api, of: Row, hiring: Pick<Hiring, 'rights'>): Promise<Person>;
  /** A new agency; the person is its owner. */
  createAgency(name: string): Promise<Person>;
  /** What only time brings: a service of last month, an invoice that fell due. */
  sql(text: string, values: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

type Identity = Pick<Person, 'id' | 'email' | 'firstname'> & { lastname: string };

function someone(firstname: string): Omit<Identity, 'id'> {
  const word = randomBytes(4).toString('hex');
  return { firstname, lastname: `Essai-${word}`, email: `${word}@essai.example` };
}

export async function openRegistry(url: string, dataDir: string): Promise<Registry> {
  const secret = keptSecret(dataDir);
  const database = await openDatabase({ ownerUrl: runningUrl({ dataDir, secret }) ?? '', secret, connections: 1 });
  // Hashing is slow by design, so do it once.
  const hash = await hashPassword(ownPassword);
  const addAccount = async (
    table: 'agents' | 'contacts',
    { id, email, firstname, lastname }: Identity,
    rights: readonly Right[],
    agencyId: string,
  ): Promise<Person> => {
    const tokens = await createAccount(database, { secret, hash, table, id, email, firstname, lastname, rights });
    const api = apiIn(url, tokens, agencyId);
    return { id, email, password: ownPassword, firstname, fullname: `${firstname} ${lastname}`, tokens, api };
  };
  return {
    hire: async (owner, { rights = rightSet('admin'), plannable = false }) => {
      const identity = someone('Dominique');
      const { id } = await owner.save(Agent, { ...identity, agentInfos: { plannable } });
      return addAccount('agents', { ...identity, id }, rights, owner.agencyId);
    },
    contact: async (owner, of, { rights = rightSet('customer') }) => {
      const identity = someone('Camille');
      const { userCompanies } = await owner.save(Customer, { id: of.id, userCompanies: [identity] });
      const [line] = userCompanies as { id: string }[];
      return addAccount('contacts', { ...identity, id: line?.id ?? '' }, rights, owner.agencyId);
    },
    createAgency: async (name) => {
      const [identity, agency] = [{ ...someone('Claude'), id: uuidv7() }, uuidv7()];
      await database.platformTransaction(async (db) => {
        await db.query({ text: 'insert into agencies (id, name) values ($1, $2)', values: [agency, name] });
        await db.query({
          text: 'insert into agents (agency_id, id, firstname, lastname, email) values ($1, $2, $3, $4, $5)',
          values: [agency, identity.id, identity.firstname, identity.lastname, identity.email],
        });
      });
      const person = await addAccount('agents', identity, [], agency);
      await database.platformTransaction((db) =>
        db.query({
          text: 'update agencies set manager_id = (select user_id from agents where id = $2) where id = $1',
          values: [agency, identity.id],
        }),
      );
      return person;
    },
    sql: (text, values) => database.platformTransaction((db) => db.query({ text, values })),
    close: () => database.close(),
  };
}

interface Account extends Identity {
  secret: string;
  hash: string;
  table: 'agents' | 'contacts';
  rights: readonly Right[];
}

/** Creates an account with a session, linked to its profile, with exactly these rights and without the welcome dialog. */
const createAccount = (database: Database, one: Account): Promise<Tokens> =>
  database.platformTransaction(async (db) => {
    const user = uuidv7();
    await db.query({
      text: `insert into users (id, email, password_hash, firstname, lastname, first_login)
        values ($1, $2, $3, $4, $5, false)`,
      values: [user, one.email, one.hash, one.firstname, one.lastname],
    });
    const linked = await db.query({
      text: `update ${one.table} set user_id = $2, rights = $3, version = version + 1 where id = $1 returning id`,
      values: [one.id, user, one.rights],
    });
    if (linked.length !== 1) throw new Error(`${one.email} has no profile`);
    return (await openSession(db, one.secret, user, new Date())).tokens;
  });
