import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Invoice } from '#core/billing/invoice.ts';
import { serve } from '#ui/client/testing/server.ts';
import { IconHome } from '#ui/icons.ts';
import { type MenuItem, MenusContext } from '#ui/shell/screen.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { ToRemind } from './ToRemind.tsx';

beforeEach(startAfresh);

const item: MenuItem = {
  ...{ name: 'factures', path: '/factures', label: 'Factures', description: '', icon: IconHome, add: false },
  records: async () => Invoice,
  preload: () => undefined,
};

test('the oldest invoices to remind are named with what they owe; the others are behind their list', async () => {
  const invoices = Array.from({ length: 7 }, (_none, rank) => ({
    id: `01900000-0000-7000-8000-00000000000${rank}`,
    number: `F2026-000${rank}`,
    customer: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Docks' },
    ...{ date: '2026-09-30', amount: 120.5, currency: 'EUR', days: 19 - rank },
  }));
  serve(({ path }) => (path.endsWith('/invoices/reminds') ? [200, { invoices }] : [200, { estimates: [] }]));
  showPage(
    <MenusContext value={[{ name: 'all', label: 'Tout', items: [item] }]}>
      <ToRemind />
    </MenusContext>,
  );
  const panel = within(await screen.findByRole('region', { name: 'Factures à relancer' }));
  const rows = panel.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe('F2026-0000 · Docks120,50 €échue depuis 19 jours');
  const all = await panel.findByRole<HTMLAnchorElement>('link', { name: 'Tout voir (7)' });
  expect(decodeURIComponent(all.href)).toContain('/factures?f={"state":["LATE"],"sent":true}');
  expect(screen.queryByText('Devis à relancer')).toBeNull();
});
