// The agency's own sets of rights: save them, count their holders, update former holders.
import { rightSet } from '#core/grants.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { applyRightsSet, RightsSet, rightsOfSet, type SetKind } from '#core/rights/set.ts';
import { isRight, offeredRights, type Right, rightSetLabels } from '#core/rights.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit, writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { changedRights, permitChanges, refusedChange, rightsAfter, rightsLine } from './grants.ts';
import { tableOf } from './holder.ts';

const offered = offeredRights.map(({ key }) => key);
const list = (values: readonly string[]): string => `array[${values.map((value) => `'${value}'`).join(', ')}]::text[]`;
const among = list(offered);
const keyOf = (rights: string): string => `rights_key(${rights}, ${among})`;
const fixedKeys = list(
  (Object.keys(rightSetLabels) as (keyof typeof rightSetLabels)[]).map((set) =>
    rightSet(set)
      .filter((key) => offered.includes(key))
      .sort()
      .join(','),
  ),
);

/** Former agents have no rights; the owner has all, whatever his map. */
const people: Record<SetKind, string> = {
  AGENCY: `agents p where p.agency_id = (select app_agency()) and p.status in (${activeStatus}, ${inactiveStatus})
    and coalesce(p.user_id <> (select g.manager_id from agencies g where g.id = (select app_agency())), true)`,
  CUSTOMER: `contacts p where p.agency_id = (select app_agency()) and p.status in (${activeStatus}, ${inactiveStatus})`,
};

/** Many people share few maps: each is read once per statement, not once per row or person. */
const mapsOf = (kind: SetKind): string =>
  `select '${kind}' as kind, h.hash, h.n, ${keyOf('r.rights')} as key
    from (select p.rights_hash as hash, count(*) as n, (array_agg(p.id))[1] as one from ${people[kind]} group by p.rights_hash) h
    join ${tableOf({ kind })} r on r.agency_id = (select app_agency()) and r.id = h.one`;
const maps = `maps as materialized (${mapsOf('AGENCY')} union all ${mapsOf('CUSTOMER')}),
  sets as materialized (select o.kind, ${keyOf('o.rights')} as key from rights_sets o where o.agency_id = (select app_agency()))`;

/** Holders of a former version of the set, who hold no other current set. */
const isOutdated = (t: string, key: string): string =>
  `${key} = any (${t}.former) and ${key} <> all (${fixedKeys}) and not exists (select from sets o where o.kind = ${t}.kind and o.key = ${key})`;

const count = (t: string, condition: (key: string) => string): string =>
  `(with ${maps} select coalesce(sum(m.n), 0)::integer from maps m where m.kind = ${t}.kind and ${condition('m.key')})`;

const mostFormer = 20;

/** Stores the former version of the set for its holders; an empty set has none. */
async function remember(db: Db, agency: string, id: string, before: readonly Right[]): Promise<void> {
  await db.query({
    text: `update rights_sets t set former = (select coalesce(array_agg(f.key order by f.n), '{}') from
        (select e.key, max(e.n) as n from unnest(t.former || ${keyOf('$3::text[]')}) with ordinality e (key, n)
          where e.key not in ('', ${keyOf('t.rights')}) group by e.key order by max(e.n) desc limit ${mostFormer}) f)
      where t.agency_id = $1 and t.id = $2`,
    values: [agency, id, before],
  });
}

export const rightsSetExtension: Extension<typeof RightsSet> = {
  computed: {
    rightsCount: (t) => `cardinality(${t}.rights)`,
    holders: (t) => count(t, (key) => `${key} = (select ${keyOf(`${t}.rights`)})`),
    outdated: (t) => count(t, (key) => isOutdated(t, key)),
  },
  async beforeSave(rows, { asker }) {
    for (const { draft, current } of rows) {
      if (draft.rights === undefined) continue;
      const after = rightsOfSet(draft.rights ?? []);
      permitChanges(asker, changedRights(new Set(current?.rights ?? []), new Set(after)));
      draft.rights = after;
    }
  },
  async afterSave(rows, { db, context }) {
    const agency = context.agency as string;
    for (const { after, before } of rows) {
      if (before === null) continue;
      // The former versions were for the other kind.
      if (after.kind !== before.kind)
        await db.query({
          text: `update rights_sets set former = '{}' where agency_id = $1 and id = $2`,
          values: [agency, after.id],
        });
      else if (String(after.rights) !== String(before.rights)) await remember(db, agency, after.id, before.rights);
    }
  },
};

interface SetRow {
  id: string;
  kind: SetKind;
  rights: string[];
  version: number;
}

async function setRow({ db, params }: Call, version: number): Promise<SetRow> {
  const { id } = params as { id: string };
  const [set] = isUuid(id)
    ? await db.query<SetRow>({
        text: 'select id, kind, rights, version from rights_sets where agency_id = app_agency() and id = $1 for update',
        values: [id],
      })
    : [];
  if (!set) throw new Problem('missing', RightsSet.missing);
  if (set.version !== version) throw new Problem('conflict', messages.conflict);
  return set;
}

export const rightsSetHandlers: Handler[] = [
  handle(applyRightsSet, async (call) => {
    const { db, context } = call;
    const set = await setRow(call as unknown as Call, call.input.version);
    const wanted = new Set(set.rights);
    const map = Object.fromEntries(offered.map((key) => [key, wanted.has(key)]));
    const held = await db.query<{ id: string; user_id: string | null; rights: string[]; version: number }>({
      text: `with ${maps} select p.id, p.user_id, p.rights, p.version from rights_sets t join maps m on m.kind = t.kind
          join lateral (select p.* from ${people[set.kind]} and p.rights_hash = m.hash) p on true
        where t.agency_id = app_agency() and t.id = $1 and ${isOutdated('t', 'm.key')}`,
      values: [set.id],
    });
    const ways = new Map<string, { before: Set<Right>; after: Set<Right>; refused: boolean }>();
    const wayOf = (rights: readonly string[]) => {
      const known = ways.get(rights.join());
      if (known) return known;
      const before = new Set(rights.filter(isRight));
      const after = rightsAfter(before, map);
      const way = { before, after, refused: refusedChange(call.asker, changedRights(before, after)) !== undefined };
      ways.set(rights.join(), way);
      return way;
    };
    // The caller does not change his own rights.
    const updated = held.filter(
      ({ id, user_id, rights }) =>
        id !== call.profile?.id && (user_id === null || user_id !== call.caller?.userId) && !wayOf(rights).refused,
    );
    const written = await db.query<{ id: string }>({
      text: `update ${tableOf(set)} h set rights = d.rights, version = h.version + 1
        from json_to_recordset($2) as d (id uuid, rights text[], version integer)
        where h.agency_id = $1 and h.id = d.id and h.version = d.version returning h.id`,
      values: [
        context.agency,
        JSON.stringify(updated.map(({ id, rights, version }) => ({ id, rights: [...wayOf(rights).after], version }))),
      ],
    });
    const done = new Set(written.map(({ id }) => id));
    const lines = updated
      .filter(({ id }) => done.has(id))
      .map(({ id, rights }) => {
        const { before, after } = wayOf(rights);
        return rightsLine({ kind: set.kind, id }, before, after);
      });
    if (lines.length > 0) {
      await writeAudits(db, call, lines);
      await writeAudit(db, call, {
        entity: RightsSet.name,
        id: set.id,
        action: 'applyRights',
        changes: { holders: { before: null, after: lines.length } },
      });
    }
    return { applied: lines.length, left: held.length - lines.length };
  }),
];
