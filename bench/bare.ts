// A bare Fastify + pg server on the same rows: same number of connections, named statements, nothing else.
import Fastify from 'fastify';
import pg from 'pg';
import { passwordOf, rolesOf } from '#server/db/migrate.ts';
import { serve, settings } from './child.ts';

const { ownerUrl, secret, connections, agency } = settings();
const parts = new pg.Client({ connectionString: ownerUrl });
const role = rolesOf(parts.database ?? '').platform;
const pool = new pg.Pool({
  host: parts.host,
  port: parts.port,
  database: parts.database ?? '',
  user: role,
  password: passwordOf(secret, role),
  max: connections,
});
pool.on('error', () => {});

const columns = `s.id, s.version, s.name, s.status, s.slug, s.street, s.zipcode, s.city, s.country, s.latitude, s.longitude, s.radius, s.comments, s.created_at as "createdAt", c.id as "customerId", c.name as "customerName"`;
const from = 'from sites s join customers c on c.agency_id = s.agency_id and c.id = s.customer_id';

const app = Fastify();
app.get<{ Params: { id: string } }>('/site/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${columns} ${from} where s.agency_id = $1 and s.id = $2`,
    values: [agency, request.params.id],
  });
  return { site: rows[0] };
});
// The same content as our reply, with plain queries.
const children: [string, string][] = [
  [
    'specialties',
    'select s.id, s.name from site_specialties j join specialties s on s.agency_id = j.agency_id and s.id = j.specialty_id where j.agency_id = $1 and j.site_id = $2',
  ],
  ['siteKeys', 'select id, label, code, comment from site_keys where agency_id = $1 and site_id = $2 order by rank'],
  [
    'siteAlarms',
    'select id, label, code, comment from site_alarms where agency_id = $1 and site_id = $2 order by rank',
  ],
  [
    'siteUsers',
    'select u.id, a.id as "agentId", a.fullname from site_users u join agents a on a.agency_id = u.agency_id and a.id = u.agent_id where u.agency_id = $1 and u.site_id = $2 order by u.rank',
  ],
];
app.get<{ Params: { id: string } }>('/site-whole/:id', async (request) => {
  const values = [agency, request.params.id];
  const [site, ...lists] = await Promise.all([
    pool.query({ name: 'one', text: `select ${columns} ${from} where s.agency_id = $1 and s.id = $2`, values }),
    ...children.map(([name, text]) => pool.query({ name, text, values })),
  ]);
  return {
    site: { ...site?.rows[0], ...Object.fromEntries(children.map(([name], index) => [name, lists[index]?.rows])) },
  };
});
app.post<{ Body: { status: number[]; limit: number; page: number } }>('/sites', async (request) => {
  const { status, limit, page } = request.body;
  const [rows, total] = await Promise.all([
    pool.query({
      name: 'page',
      text: `select ${columns} ${from} where s.agency_id = $1 and s.status = any ($2) order by s.name collate "fr-x-icu", s.id limit $3 offset $4`,
      values: [agency, status, limit, (page - 1) * limit],
    }),
    pool.query({
      name: 'total',
      text: 'select count(*)::integer as filtered from sites where agency_id = $1 and status = any ($2)',
      values: [agency, status],
    }),
  ]);
  return { sites: rows.rows, filtered: total.rows[0]?.filtered };
});
app.post<{ Body: { query: string } }>('/search', async (request) => {
  const pattern = `%${request.body.query}%`;
  const where = `where s.agency_id = $1 and s.id in (select id from search where agency_id = $1 and entity = 'site' and words like $2)`;
  const [rows, total] = await Promise.all([
    pool.query({
      name: 'find',
      text: `select ${columns} ${from} ${where} order by s.name collate "fr-x-icu", s.id limit 25`,
      values: [agency, pattern],
    }),
    pool.query({
      name: 'found',
      text: `select count(*)::integer as filtered from sites s ${where}`,
      values: [agency, pattern],
    }),
  ]);
  return { sites: rows.rows, filtered: total.rows[0]?.filtered };
});
await serve(app);
