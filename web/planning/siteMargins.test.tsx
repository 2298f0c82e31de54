import { screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { contentOf, noFilter } from './gridRows.ts';
import { planningOf } from './model.ts';
import { marginTotal, useSiteMargins } from './siteMargins.ts';
import { dataOf, period, service } from './testing/planned.ts';

beforeEach(startAfresh);

const site = { id: '01900000-0000-7000-8000-000000000001', unpriced: 0, uncosted: 0 };
const shown = { ...site, revenue: 1_000, cost: 800, margin: 200, rate: 20 };

test('a margin shows its amount, negative ones in their tone, with its revenue and cost as the reason', () => {
  const plain = (total: object) => JSON.parse(JSON.stringify(total).replaceAll(/[\u00a0\u202f]/g, ' '));
  expect(plain(marginTotal(shown, 'EUR'))).toEqual({
    ...{ label: 'marge', value: '200 €', kept: true, why: 'Revenu 1 000,00 €, coût 800,00 €\n20 % du revenu' },
  });
  const lost = { ...shown, margin: -5, rate: -0.5, unpriced: 2 };
  expect(plain(marginTotal(lost, 'EUR'))).toMatchObject({ value: '≈ -5 €', tone: 'negative' });
  expect(marginTotal(lost, 'EUR').why).toContain('Incomplet : 2 services sans prix');
});

test('the sites’ rows begin with their margin, so that a narrow column keeps the hours', () => {
  const planning = planningOf(dataOf([service('a', '2026-11-10', '08:00', '12:00')]), undefined, period);
  const [row] = contentOf(planning, new Map(), 'sites', noFilter, 3).rows;
  const margin = marginTotal(shown, 'EUR');
  const margins = new Map([[row?.id ?? '', margin]]);
  const [priced] = contentOf(planning, new Map(), 'sites', noFilter, 3, undefined, undefined, undefined, margins).rows;
  expect(priced?.totals).toEqual([margin, ...(row?.totals ?? [])]);
});

const [first, next] = [[], []];

function Probe(): ReactElement {
  const [services, change] = useState<object>(first);
  const totals = useSiteMargins(period, services);
  return (
    <button type="button" onClick={() => change(next)}>
      {totals?.get(site.id)?.value ?? 'rien'}
    </button>
  );
}

test('margins are read once, and again after services changed', async () => {
  const requests = serve((): Reply => [200, { currency: 'EUR', sites: [shown] }]);
  const user = showPage(<Probe />);
  await screen.findByText(/200/);
  expect(requests).toHaveLength(1);
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(requests).toHaveLength(2), { timeout: 10_000 });
});
