// Reads the retention rules of the database.
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
  const shifted = new Date(moment);
  if (unit === 'day') shifted.setUTCDate(shifted.getUTCDate() + period);
  else {
    const months = unit === 'year' ? period * 12 : period;
    const day = shifted.getUTCDate();
    shifted.setUTCMonth(shifted.getUTCMonth() + months);
    // A month without a 31st: use its last day.
    if (shifted.getUTCDate() !== day) shifted.setUTCDate(0);
  }
  return shifted;
};

/** Older rows have expired. */
export const limitOf = ({ period, unit }: Pick<RetentionRule, 'period' | 'unit'>, now: Date): Date =>
  shift(now, -period, unit);

/** The end of the retention that starts at `from`. */
export const endOf = ({ period, unit }: Pick<RetentionRule, 'period' | 'unit'>, from: Date): Date =>
  shift(from, period, unit);
