// Stock of an agency: references with their entries, what agents hold and sites keep, what came back and what is late.
import type { Draft } from '#core/kernel/entity.ts';
import { dayOfNumber } from '#core/planning/days.ts';
import type { StockAction } from '#core/stock/action.ts';
import type { StockAssignment } from '#core/stock/assignment.ts';
import type { StockReference } from '#core/stock/reference.ts';
import { idAt } from './chance.ts';
import type { Draw } from './draw.ts';
import { writtenStock } from './lists/stock.ts';
import type { DemoAgent, DemoSite } from './world.ts';

interface Kept<D> {
  id: string;
  createdAt: string;
  status: number;
  draft: D;
}

export interface DemoAssignment extends Kept<Draft<typeof StockAssignment>> {
  returned: number;
  lost: number;
  restitutedAt: string | null;
}

export interface DemoStock {
  references: Kept<Draft<typeof StockReference>>[];
  actions: Kept<Draft<typeof StockAction>>[];
  assignments: DemoAssignment[];
}

export const noStock: DemoStock = { references: [], actions: [], assignments: [] };

const left = 300;

/** What came back of every few assignments, and when it was to come back. */
const fates: readonly { returned: number; lost?: number; dueIn?: number }[] = [
  { returned: 0 },
  { returned: 0, dueIn: 120 },
  { returned: 1 },
  { returned: 0, dueIn: -9 },
  { returned: 0 },
  { returned: 0, lost: 1 },
];

export function stockOf({
  draw,
  agents,
  sites,
}: {
  draw: Draw;
  agents: readonly DemoAgent[];
  sites: readonly DemoSite[];
}): DemoStock {
  const made: DemoStock = { references: [], actions: [], assignments: [] };
  const guards = agents.filter(({ status, draft }) => status === 100 && draft.agentInfos?.plannable);
  const gone = agents.find(({ status }) => status === left);
  const open = sites.filter(({ status }) => status === 100);
  const day = (ago: number): string => dayOfNumber(draw.lastDay - ago);
  const rank = { action: 0, assignment: 0 };
  for (const [place, written] of writtenStock.entries()) {
    const chance = draw.chance('stock', place);
    // Before anything is done with it.
    const bought = Math.max(600 - place * 7, ...(written.actions ?? []).map(({ ago }) => ago + 30));
    const id = idAt(place, chance);
    const createdAt = draw.moment(draw.lastDay - bought, chance);
    made.references.push({
      ...{ id, createdAt, status: written.inactive ? 200 : 100 },
      draft: {
        title: written.title,
        reference: `REF-${String(place + 1).padStart(6, '0')}`,
        types: written.types,
        description: written.description,
        ...{ purchaseDate: day(bought), purchasePrice: written.price },
        lowStockLevel: written.low,
        quantity: 0,
      },
    });
    const entry = { action: 100 as const, quantity: written.bought, ago: bought, comment: 'Achat' };
    for (const { action, quantity, ago, due, settled, onSite, comment } of [
      entry,
      ...(written.actions ?? []),
    ] as NonNullable<typeof written.actions>)
      made.actions.push({
        id: idAt(rank.action, draw.chance('stockAction', rank.action++)),
        createdAt: draw.moment(draw.lastDay - ago, chance),
        status: settled ? 300 : 100,
        draft: {
          ...{ stockReference: { id }, action, quantity, date: day(ago), comment: comment ?? null },
          site: onSite && open[0] ? { id: open[0].id } : null,
          effectiveDate: due === undefined ? null : day(-due),
        },
      });
    const hand = (holder: Pick<Draft<typeof StockAssignment>, 'agent' | 'site'>, quantity: number): void => {
      const at = rank.assignment++;
      const {
        returned,
        lost = 0,
        dueIn,
      } = holder.agent ? (fates[at % fates.length] as (typeof fates)[number]) : { returned: 0 };
      const ago = chance.integer(40, bought - 20);
      const back = Math.min(returned, quantity);
      const gone_ = Math.min(lost, quantity - back);
      made.assignments.push({
        id: idAt(at, draw.chance('stockAssignment', at)),
        createdAt: draw.moment(draw.lastDay - ago, chance),
        status: 100,
        draft: {
          ...{ stockReference: { id }, ...holder, quantity, assignmentDate: day(ago) },
          restitutionDate: dueIn === undefined ? null : day(-dueIn),
        },
        ...{ returned: back, lost: gone_, restitutedAt: back + gone_ > 0 ? day(5) : null },
      });
    };
    const [people = 0, pieces = 0] = written.onAgents ?? [];
    for (let one = 0; one < people; one++) {
      const agent = guards[(place * 5 + one) % guards.length];
      if (agent) hand({ agent: { id: agent.id } }, pieces);
    }
    const [places = 0, there = 0] = written.onSites ?? [];
    // The first sites are those of the customer with a demo account.
    for (const site of open.slice(0, places)) hand({ site: { id: site.id } }, there);
  }
  // Somebody who left did not bring his radio back: an anomaly of his sheet.
  const [radio] = made.references;
  const last = made.assignments.at(0);
  if (gone && radio && last) {
    last.draft = { ...last.draft, agent: { id: gone.id } };
    Object.assign(last, { returned: 0, lost: 0, restitutedAt: null });
  }
  return made;
}
