import { expect, test } from 'vitest';
import { AgentExpiration } from '#core/agents/expirations.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { CommercialContract } from '#core/commercial/contract.ts';
import { entity } from '#core/kernel/entity.ts';
import { status, text } from '#core/kernel/field.ts';
import { machine } from '#core/kernel/machine.ts';
import { viewOf } from '#core/kernel/view.ts';
import { ServiceTime } from '#core/planning/service-time.ts';
import { columnsOf, widthsIn } from './columns.ts';

const Lamp = entity({
  name: 'lamp',
  plural: 'lamps',
  table: 'lamps',
  label: { one: 'Lampe', many: 'Lampes' },
  description: '',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants: { list: { agency: ['listSites'] }, read: {}, create: {}, edit: {} },
  fields: {
    name: text('Nom', { required: true, column: 'shown' }),
    planned: text('Prévu', { max: 40, column: 'shown', chars: 24 }),
    status: status(
      'Statut',
      machine({
        initial: 100,
        states: { 100: { label: 'Prolongation de service/tournée', tone: 'info' } },
        moves: {},
      }),
      { column: 'shown' },
    ),
  },
});

test('a column is as wide as the longest status, or as the declaration says', () => {
  const [, planned, state] = columnsOf(
    Lamp,
    undefined,
    viewOf(Lamp, 'agency', () => true),
  ).map(({ width }) => width);
  // About 7 px per character of the font, and what surrounds it.
  expect(planned).toBeGreaterThan(24 * 7);
  expect(state).toBeGreaterThan('Prolongation de service/tournée'.length * 7 + 30);
});

test('« Heures à valider » fits beside the menu at 1440 px', () => {
  const columns = columnsOf(
    ServiceTime,
    undefined,
    viewOf(ServiceTime, 'agency', () => true),
  );
  const shown = columns.filter(({ visible }) => visible).reduce((sum, { width }) => sum + width, 0);
  // The page without the menu and its margins; the columns of the boxes and of the row menu.
  expect(shown).toBeLessThanOrEqual(1_440 - 281 - 2 * 44);
});

test.each([Invoice, Estimate, AgentExpiration, CommercialContract])(
  'no column of $plural is cut by the menus of the rows at 1440 px',
  (of) => {
    const columns = columnsOf(
      of,
      undefined,
      viewOf(of, 'agency', () => true),
    ).filter(({ visible }) => visible);
    const room = 1_440 - 281 - 2 * 44;
    const widths = widthsIn(columns, room);
    expect(widths.map((_width, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width))).toContain(room);
    for (const [at, { field, width }] of columns.entries())
      if (field.kind !== 'text' && field.kind !== 'ref') expect(widths[at]).toBeGreaterThanOrEqual(width);
  },
);
