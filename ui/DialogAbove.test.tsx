import { MantineProvider, Modal } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DialogAbove } from './DialogAbove.tsx';

afterEach(cleanup);

const titles = ['Fiche', 'Ronde', 'Question'];

/** The first is an ordinary dialog, opened before the two above it. */
function Pile(): ReactElement {
  const [open, setOpen] = useState(1);
  const close = (place: number) => (): void => setOpen(place);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpen(open + 1)}>
        Encore
      </button>
      <Modal opened={open > 0} onClose={close(0)} title={titles[0]}>
        Dessous
      </Modal>
      {titles.map(
        (title, place) =>
          place > 0 &&
          place < open && (
            <DialogAbove key={title} opened title={title} onClose={close(place)}>
              Sans rien qui prenne le focus
            </DialogAbove>
          ),
      )}
    </MantineProvider>
  );
}

test('with several dialogs open, each Escape closes the topmost one', async () => {
  render(<Pile />);
  const user = userEvent.setup();
  for (const _ of [2, 3]) await user.click(screen.getByRole('button', { name: 'Encore', hidden: true }));
  const shown = (): string[] => titles.filter((name) => screen.queryByRole('dialog', { name, hidden: true }));
  expect(shown()).toEqual(titles);
  for (const left of [2, 1, 0]) {
    await user.keyboard('{Escape}');
    expect(shown()).toEqual(titles.slice(0, left));
  }
});
