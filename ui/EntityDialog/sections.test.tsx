import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { text } from '#core/kernel/field.ts';
import { closeScreen, openScreen } from '../testing/screen.tsx';
import { focusFirst } from './FormFields.tsx';
import { Sections } from './Sections.tsx';
import type { Section } from './sections.ts';

afterEach(() => {
  closeScreen();
  vi.unstubAllGlobals();
});

const sections: Section[] = ['Rapports', 'Contrats', 'Documents', 'Demandes', 'Stockage'].map((name) => ({
  name,
  fields: [[name, text(name)]],
}));

function Form() {
  const scroller = useRef<HTMLDivElement>(null);
  return <Sections sections={sections} scroller={scroller} render={(path) => <input aria-label={path} />} />;
}

test('the section that was asked for stays there while what is above it grows, until somebody scrolls', async () => {
  const grown: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        grown.push(changed);
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  const shown: (string | undefined)[] = [];
  Element.prototype.scrollIntoView = function scrolled(this: HTMLElement): void {
    shown.push(this.dataset.section);
  };
  openScreen(<Form />);
  fireEvent.click(await screen.findByRole('button', { name: 'Contrats' }));
  for (const changed of grown) changed();
  expect(shown).toEqual(expect.arrayContaining(['Contrats', 'Contrats']));
  const before = shown.length;
  fireEvent.wheel(screen.getByRole('textbox', { name: 'Contrats' }));
  for (const changed of grown) changed();
  expect(shown).toHaveLength(before);
});

test('a form that has been read takes no focus from somebody who types on its page; in a dialog it does', () => {
  document.body.innerHTML =
    '<input id="search"><div id="page"><input id="first"></div><div role="dialog"><div id="inside"><input id="own"></div></div>';
  const at = (id: string) => document.getElementById(id) as HTMLElement;
  at('search').focus();
  focusFirst(at('page'));
  expect(document.activeElement).toBe(at('search'));
  focusFirst(at('inside'));
  expect(document.activeElement).toBe(at('own'));
  at('own').blur();
  focusFirst(at('page'));
  expect(document.activeElement).toBe(at('first'));
  document.body.innerHTML = '';
});
