// GET and PUT user: the signed-in person with profiles, rights and page configuration.
import { Problem } from '#core/kernel/problem.ts';
import { contractRoles, isAtLeast, platformRole } from '#core/roles.ts';
import { type PagesConfig, readUser, saveUser, type User } from '#core/session/session.ts';
import { type Changes, writePlatformAudit } from '#server/kernel/audit.ts';
import { type Call, type Caller, type Handler, handle } from '#server/kernel/call.ts';
import { type ProfileRow, userCompanyOf } from './profile.ts';

interface UserRow {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  admin: boolean;
  is_support: boolean;
  super_admin: boolean;
  agent_admin: boolean;
  customer_admin: boolean;
  first_login: boolean;
  second_factor: boolean;
  password_length: number | null;
  pending_email: string | null;
  pages_config: PagesConfig;
  profiles: ProfileRow[];
  acting: ProfileRow | null;
}

/** Per person. More than this is not a page configuration. */
const largestConfig = 1_000_000;

/** As the platform: the agencies of a person, and the profile acted for, are not in a single context. */
async function userOf(call: Call): Promise<User> {
  const { sessionId, mustEnrol } = call.caller as Caller;
  const { rows } = await call.services.database.platform.query<UserRow>({
    name: 'user',
    text: `select u.id, u.email, u.firstname, u.lastname, u.admin, u.is_support, u.super_admin, u.agent_admin, u.customer_admin, u.first_login, u.pages_config,
        exists (select from user_second_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor,
        (select max(g.password_length) from agencies g where g.id in
          (select p.agency_id from user_companies p where p.user_id = u.id and p.status = 100)) as password_length,
        (select t.email from user_tokens t where t.user_id = u.id and t.purpose = 'email' and t.used_at is null and t.expires_at > $2
          order by t.created_at desc limit 1) as pending_email,
        (select coalesce(json_agg(p order by p.agency_name, p.customer_name, p.id), '[]') from user_companies p
          where p.user_id = u.id and p.status = 100) as profiles,
        (select to_json(p) from user_companies p
          where p.agency_id = s.acting_agency_id and p.id = s.acting_as and p.status = 100) as acting
      from sessions s join users u on u.id = s.user_id where s.id = $1`,
    values: [sessionId, call.now],
  });
  const row = rows[0] as UserRow;
  const role = platformRole({ superAdmin: row.super_admin, admin: row.admin, isSupport: row.is_support });
  return {
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    admin: isAtLeast(role, 'admin'),
    isSupport: isAtLeast(role, 'support'),
    superAdmin: isAtLeast(role, 'superAdmin'),
    ...contractRoles({
      superAdmin: row.super_admin,
      agentAdmin: row.agent_admin,
      customerAdmin: row.customer_admin,
    }),
    firstLogin: row.first_login,
    secondFactor: row.second_factor,
    mustEnrol: mustEnrol && !row.second_factor,
    passwordLength: Math.max(call.services.environment.passwordLength, row.password_length ?? 0),
    pendingEmail: row.pending_email,
    userCompanies: row.profiles.map(userCompanyOf),
    pagesConfig: row.pages_config,
    acting: row.acting && userCompanyOf(row.acting),
  };
}

export const userHandlers: Handler[] = [
  handle(readUser, async (call) => ({ user: await userOf(call) })),

  handle(saveUser, async (call) => {
    const { db, input } = call;
    const user = await userOf(call);
    const [saved] = await db.query<Pick<UserRow, 'firstname' | 'lastname' | 'first_login' | 'pages_config'>>({
      text: `update users set firstname = coalesce($2, firstname), lastname = coalesce($3, lastname),
          first_login = coalesce($4, first_login), pages_config = pages_config || coalesce($5::jsonb, '{}'), version = version + 1
        where id = $1 returning firstname, lastname, first_login, pages_config`,
      values: [
        user.id,
        input.firstname,
        input.lastname,
        input.firstLogin,
        input.pagesConfig && JSON.stringify(input.pagesConfig),
      ],
    });
    if (!saved || JSON.stringify(saved.pages_config).length > largestConfig) {
      throw new Problem('tooLarge', 'La configuration de vos pages est trop volumineuse.');
    }
    const after = { firstname: saved.firstname, lastname: saved.lastname, firstLogin: saved.first_login };
    const changes: Changes = {};
    for (const name of ['firstname', 'lastname', 'firstLogin'] as const) {
      if (user[name] !== after[name]) changes[name] = { before: user[name], after: after[name] };
    }
    // The arrangement of columns is not audited.
    if (Object.keys(changes).length > 0)
      await writePlatformAudit(db, call, { entity: 'user', id: user.id, action: 'edit', changes });
    return { user: { ...user, ...after, pagesConfig: saved.pages_config } };
  }),
];
