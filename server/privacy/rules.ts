// The retention rules as the database has them.
import { Problem } from '#core/kernel/problem.ts';
import type { RetentionRule, RetentionUnit } from '#core/privacy/retention.ts';
import type { Db } from '#server/db/database.ts';
import { utc } from '#server/kernel/kinds.ts';

const columns = `r.key, r.label, r.fate, r.counted_from as "countedFrom", r.unit, r.period, r.shortest, r.longest, r.legal_basis as "legalBasis",
  r.source, r.module, r.version, (select json_build_object('at', ${utc('x.at')}, 'count', x.count) from retention_runs x
    where x.rule = r.key order by x.at desc limit 1) as "lastRun"`;

export const allRules = (db: Db): Promise<RetentionRule[]> =>
  db.query<RetentionRule & Record<string, unknown>>({
    text: `select ${columns} from retention_rules r order by r.rank`,
  });

export async function ruleNamed(db: Db, key: string): Promise<RetentionRule> {
  const [rule] = await db.query<RetentionRule & Record<string, unknown>>({
    text: `select ${columns} from retention_rules r where r.key = $1`,
    values: [key],
  });
  if (!rule) throw new Problem('missing', 'Règle introuvable');
  return rule;
}

const shift = (moment: Date, period: number, unit: RetentionUnit): Date => {
  const moved = new Date(moment);
  if (unit === 'day') moved.setUTCDate(moved.getUTCDate() + period);
  else {
    const months = unit === 'year' ? period * 12 : period;
    const day = moved.getUTCDate();
    moved.setUTCMonth(moved.getUTCMonth() + months);
    // The 31st of a month that has none is its last day.
    if (moved.getUTCDate() !== day) moved.setUTCDate(0);
  }
  return moved;
};

/** What is older is past its time. */
export const limitOf = ({ period, unit }: Pick<RetentionRule, 'period' | 'unit'>, now: Date): Date =>
  shift(now, -period, unit);

/** Until when what began then is kept. */
export const endOf = ({ period, unit }: Pick<RetentionRule, 'period' | 'unit'>, from: Date): Date =>
  shift(from, period, unit);
