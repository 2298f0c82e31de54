// Test files share their modules and their page: each must leave both unchanged.
import { afterAll, expect } from 'vitest';
import { reauthentication } from '#ui/client/reauthentication.ts';
import { asked } from '#ui/confirm.tsx';
import { previewed, refusedFiles } from '#ui/files/preview.ts';
import { coverAsked } from '../planning/cover.ts';
import { startAfresh } from './page.tsx';

/** What a file put in the place of what the browser has; the clipboard is user-event's. */
const replaced = (): PropertyKey[] => Reflect.ownKeys(navigator).filter((key) => key !== 'clipboard');
const before = replaced();
/** Where happy-dom begins; a screen under test may go elsewhere. */
const address = window.location.href;

afterAll(() => {
  expect(replaced(), 'properties that the file left on the navigator').toEqual(before);
  startAfresh();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(address);
  asked.set(null);
  coverAsked.set(null);
  reauthentication.set(null);
  previewed.set(null);
  refusedFiles.set(null);
  document.body.replaceChildren();
  document.head.replaceChildren();
});
