// Rows of stock for the walls.
import { randomUUID } from 'node:crypto';
import type { Premises, Row } from './walls.ts';

/** One with pieces on the customer's sites, one without. */
export const stockPremises = ['shownStock', 'hiddenStock'] as const;

const day = '2026-01-01';

/** The pieces come first, then those who hold them. */
export const stockRows = (at: Premises): Record<string, Row[]> => ({
  stock_references: [at.shownStock, at.hiddenStock].map((id) => ({ id, title: 'Radio' })),
  stock_actions: [
    { site_id: at.openSite, stock_reference_id: at.shownStock },
    { site_id: at.otherSite, stock_reference_id: at.hiddenStock },
  ].map((row) => ({ id: randomUUID(), quantity: 99, date: day, ...row })),
  stock_assignments: [
    ...[at.openSite, at.closedSite].map((site_id) => ({ site_id, stock_reference_id: at.shownStock })),
    { site_id: at.otherSite, stock_reference_id: at.hiddenStock },
    { site_id: at.openSite, stock_reference_id: at.hiddenStock, quantity_returned: 1 },
    { agent_id: at.agent, stock_reference_id: at.hiddenStock },
  ].map((row) => ({ id: randomUUID(), quantity: 1, quantity_returned: 0, assignment_date: day, ...row })),
});
