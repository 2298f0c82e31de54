import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { flatFields } from '#core/kernel/entity.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { useAgentExtras } from './agentExtras.ts';

beforeEach(startAfresh);

function Left(): ReactElement {
  const { only } = useAgentExtras();
  const left = flatFields(Agent.fields).flatMap(([path, field]) => (only && !only(field) ? [path] : []));
  return <p>Sans : {left.join(', ')}</p>;
}

test.each([
  [true, 'Sans :'],
  [false, 'Sans : agentInfos.items'],
])('with simplified stock %s the form is « %s »', async (simplifiedStock, shown) => {
  serve(() => [200, { expirationTypes: [], filtered: 0 }]);
  const profile = someProfile({});
  const company = { ...profile.company, simplifiedStock };
  const session = sessionOf(someUser({ userCompanies: [{ ...profile, company }] }), { profileId: null, agency: null });
  showPage(<Left />, session);
  expect((await screen.findByText(/^Sans/)).textContent?.trim()).toBe(shown);
});
