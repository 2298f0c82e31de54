import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ConfirmHost } from '../ConfirmHost.tsx';
import { confirm } from '../confirm.tsx';
import { Frame } from './Frame.tsx';

afterEach(cleanup);

test('a question about a screen closes unanswered when the screen is left, not before', async () => {
  const history = createMemoryHistory({ initialEntries: ['/agents'] });
  const routeTree = createRootRoute({
    component: () => (
      <Frame place={null} search={null} tools={null} user={null} banners={null}>
        écran
      </Frame>
    ),
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={createRouter({ routeTree, history })} />
      <ConfirmHost />
    </MantineProvider>,
  );
  await screen.findByText('écran');
  let answer: boolean | null = null;
  act(() => {
    void confirm({ title: 'Abandonner l’import ?', message: '', confirmLabel: 'Abandonner' }).then((yes) => {
      answer = yes;
    });
  });
  expect(await screen.findByText('Abandonner l’import ?')).toBeTruthy();
  await act(async () => history.push('/agents?page=2'));
  expect(answer).toBeNull();
  await act(async () => history.push('/sites'));
  await waitFor(() => expect(answer).toBe(false));
  await waitFor(() => expect(screen.queryByText('Abandonner l’import ?')).toBeNull());
});
