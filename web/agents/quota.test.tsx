import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Pricing, quotaMessages } from '#core/agents/quota.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { explainQuota } from './explainQuota.ts';

beforeEach(startAfresh);

const pricing: Pricing = {
  countAgents: { agents: 5, accounts: 5 },
  agentsLimit: 5,
  accountsLimit: null,
  vFreeAccounts: 0,
  remainingSheets: 0,
  prepaidSignatures: null,
  prepaidPayslips: null,
  sheetPrice: 1.5,
};

test.each([quotaMessages.agents, quotaMessages.sheets])(
  '« %s » shows the price of a record, and leads to the contacts',
  async (refused) => {
    const toContacts = vi.fn();
    const user = showPage(
      <button type="button" onClick={() => void explainQuota(refused, pricing, { toContacts })}>
        Ajouter
      </button>,
    );
    await user.click(await screen.findByRole('button', { name: 'Ajouter' }));
    const dialog = await screen.findByRole('dialog', { name: refused });
    expect(dialog.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('1,50 € hors taxes');
    await user.click(screen.getByRole('button', { name: 'Voir les contacts' }));
    await waitFor(() => expect(toContacts).toHaveBeenCalledTimes(1));
    await user.click(screen.getByRole('button', { name: 'Ajouter' }));
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toContacts).toHaveBeenCalledTimes(1);
  },
);
