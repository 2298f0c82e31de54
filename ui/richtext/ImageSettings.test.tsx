import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { extensions } from './extensions.ts';
import { ImageSettings } from './ImageSettings.tsx';

afterEach(cleanup);

const file = '01900000-0000-7000-8000-000000000001';

test('a picture keeps its proportions until they are unlocked; then the height can be typed alone', async () => {
  const user = userEvent.setup();
  const editor = new Editor({
    element: document.createElement('div'),
    extensions,
    content: `<img data-file="${file}" alt="plan" width="600" height="400">`,
  });
  act(() => void editor.commands.setNodeSelection(0));
  render(
    <MantineProvider env="test">
      <ImageSettings editor={editor} />
    </MantineProvider>,
  );
  const size = (): unknown[] => {
    const { width, height } = editor.getAttributes('fileImage');
    return [width, height];
  };
  const type = async (name: string, value: string): Promise<void> => {
    const input = screen.getByRole('textbox', { name });
    await user.clear(input);
    await user.type(input, `${value}{Enter}`);
  };
  const lock = screen.getByRole('button', { name: 'Conserver les proportions' });
  expect(lock.getAttribute('aria-pressed')).toBe('true');
  await type('Hauteur (px)', '200');
  expect(size()).toEqual([300, 200]);
  await user.click(lock);
  expect(lock.getAttribute('aria-pressed')).toBe('false');
  await type('Hauteur (px)', '150');
  expect(size()).toEqual([300, 150]);
  await type('Largeur (px)', '90');
  expect(size()).toEqual([90, 150]);
  await user.click(lock);
  await type('Largeur (px)', '180');
  expect(size()).toEqual([180, 300]);
  editor.destroy();
});
