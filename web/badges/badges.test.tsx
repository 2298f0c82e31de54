import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { badgeMessages } from '#core/agents/badge.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import BadgeDialog from './BadgeDialog.tsx';
import MyBadge from './MyBadge.tsx';

beforeEach(startAfresh);

test('a badge that cannot be created shows the reason, and is requested again', async () => {
  let failing = true;
  const calls = serve(() => (failing ? refusal(409, badgeMessages.candidate) : [200, {}]));
  const user = showPage(<MyBadge page="agentBadge" title="Mon badge" description="" add={false} />);
  expect(await screen.findByText(badgeMessages.candidate)).toBeTruthy();
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('img', { name: /^Badge de / })).toBeTruthy();
  // On the agent path, as a picture.
  expect(calls[0]?.path).toMatch(/\/agent\/[^/]+\/badge\/agent\/[^/]+\?type=png/);
});

test('a renewed code gives a new picture; if the user cancels, nothing is sent', async () => {
  const calls = serve(({ method }) =>
    method === 'POST' ? [200, { badge: { renewedAt: '2026-11-15T10:00:00.000Z' } }] : [200, {}],
  );
  const agent = { id: '01900000-0000-7000-8000-0000000000aa', name: 'Jean Martin' };
  const user = showPage(<BadgeDialog agent={agent} onClose={() => undefined} />);
  await screen.findByRole('img', { name: /^Badge de / });
  const renewals = (): number => calls.filter(({ method }) => method === 'POST').length;
  await user.click(screen.getByRole('button', { name: 'Renouveler le code' }));
  await user.click(await screen.findByRole('button', { name: 'Annuler' }));
  expect(renewals()).toBe(0);
  const drawn = calls.length;
  await user.click(screen.getByRole('button', { name: 'Renouveler le code' }));
  const question = await screen.findByRole('dialog', { name: 'Renouveler le code' });
  const buttons = [...question.querySelectorAll('button')];
  await user.click(buttons.find(({ textContent }) => textContent === 'Renouveler le code') as HTMLButtonElement);
  expect(await screen.findByText(/Code renouvelé/)).toBeTruthy();
  expect(renewals()).toBe(1);
  await expect.poll(() => calls.length).toBeGreaterThan(drawn + 1);
});
