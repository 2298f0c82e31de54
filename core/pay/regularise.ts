// What changed in a closed month: a line of the next month for each rubric that differs (decision 99).
import { add, subtract, toNumber } from '../kernel/money.ts';
import { monthText } from '../planning/days.ts';
import { countOf } from './lines.ts';
import type { PayInput, PayLine } from './rubrics.ts';

interface Figures {
  line: PayLine;
  amount: number;
  quantity: number | null;
}

/** One figure per rubric: a type of element may be paid and deducted. */
function byRubric(lines: readonly PayLine[]): Map<string, Figures> {
  const found = new Map<string, Figures>();
  for (const line of lines) {
    const known = found.get(line.rubric);
    const quantity = countOf(line);
    found.set(line.rubric, {
      line: known?.line ?? line,
      amount: toNumber(add(known?.amount ?? 0, line.amount)),
      quantity:
        known === undefined
          ? quantity
          : known.quantity === null || quantity === null
            ? null
            : toNumber(add(known.quantity, quantity)),
    });
  }
  return found;
}

/**
 * `paid`: the closed lines of the month, and the regularisations of it that later months have paid since. `now`: the month
 * as it would be computed today.
 */
export function regularisationsOf(month: string, paid: readonly PayLine[], now: readonly PayLine[]): PayLine[] {
  const [before, after] = [byRubric(paid), byRubric(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((rubric): PayLine[] => {
    const [old, fresh] = [before.get(rubric), after.get(rubric)];
    const { line } = (fresh ?? old) as Figures;
    const amount = toNumber(subtract(fresh?.amount ?? 0, old?.amount ?? 0));
    // Shares in percent are not added up.
    const counted = line.unit === 'minutes' || line.unit === 'count';
    const quantity = counted ? toNumber(subtract(fresh?.quantity ?? 0, old?.quantity ?? 0)) : null;
    if (amount === 0 && (quantity ?? 0) === 0) return [];
    const input = (label: string, figures: Figures | undefined): PayInput => ({
      ...{ label, day: null, unit: line.unit, percent: null, service: null },
      quantity: figures?.quantity ?? 0,
      rate: figures?.amount ?? 0,
    });
    return [
      {
        ...line,
        label: `Régularisation ${monthText(month)} : ${line.label}`,
        quantity,
        amount,
        rate: null,
        percent: null,
        regularises: month,
        inputs: [input('Payé à la clôture', old), input('Recalculé', fresh)],
      },
    ];
  });
}
