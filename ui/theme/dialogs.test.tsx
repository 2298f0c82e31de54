import { Drawer, MantineProvider, Modal } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { themeOf } from './theme.ts';

afterEach(cleanup);

const kinds = { dialog: Modal, drawer: Drawer };
const lock = 'data-scroll-locked';

test.each(Object.entries(kinds))(
  'below a %s the page does not scroll, and its body keeps its styles',
  async (_, Kind) => {
    render(
      <MantineProvider theme={themeOf('#1c5d99')} env="test">
        <p>Page</p>
        <Kind opened title="Question" onClose={() => {}} />
      </MantineProvider>,
    );
    await screen.findByRole('dialog');
    // fireEvent returns false for an event that was refused.
    await waitFor(() => expect(fireEvent.wheel(screen.getByText('Page'), { deltaY: 100 })).toBe(false));
    expect(document.body.hasAttribute(lock)).toBe(false);
  },
);

test('without the theme, the body has other styles below a dialog', async () => {
  render(
    <MantineProvider env="test">
      <Modal opened title="Question" onClose={() => {}} />
    </MantineProvider>,
  );
  await screen.findByRole('dialog');
  await waitFor(() => expect(document.body.hasAttribute(lock)).toBe(true));
});
