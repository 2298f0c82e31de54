// F-058: asks before a save that would add anomalies to the record.
import { type AgentAnomaly, agentAnomalies, anomaliesOf } from '#core/agents/anomalies.ts';
import { isFrench } from '#core/kernel/validators.ts';
import { today } from '#ui/clock.ts';
import { confirm } from '#ui/confirm.tsx';
import type { Locale } from '#ui/kinds/locale.ts';
import type { AnyRow } from '#ui/moves.ts';
import { papersOf } from './papers.ts';

type Values = Record<string, unknown>;

/** Records are often started before every paper is available: missing data is not a mistake. */
const mistakes: ReadonlySet<AgentAnomaly> = new Set([
  'CARD_EXPIRED',
  'PAPER_EXPIRED',
  'CONTRACT_OVERLAP',
  'CONTRACT_EXPIRED',
  'PAY_BELOW_MINIMUM',
]);

/** `before` null: a new record. Several records are asked about at once, by name. */
export async function askAboutAnomalies(
  records: readonly { values: Values; before: Values | null }[],
  types: readonly AnyRow[],
  { zone, holidayLocale }: Locale,
): Promise<boolean> {
  const found = (sheet: Values): AgentAnomaly[] =>
    anomaliesOf(papersOf(sheet, types), today(zone), isFrench(holidayLocale));
  const fresh = records.flatMap(({ values, before }) => {
    const known = before ? found(before) : [];
    const who = records.length > 1 && before ? `${String(before.fullname)} : ` : '';
    return found(values).flatMap((anomaly) =>
      mistakes.has(anomaly) && !known.includes(anomaly) ? [`• ${who}${agentAnomalies[anomaly]}`] : [],
    );
  });
  if (fresh.length === 0) return true;
  return confirm({
    title: 'Anomalies détectées',
    message: `Des anomalies ont été détectées, voulez-vous modifier votre saisie ?\n\n${fresh.join('\n')}`,
    confirmLabel: 'Enregistrer quand même',
    cancelLabel: 'Modifier',
  });
}
