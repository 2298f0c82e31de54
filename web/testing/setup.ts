// Test files share their modules and their page: each must leave both unchanged.
import { afterAll } from 'vitest';
import { reauthentication } from '#ui/client/reauthentication.ts';
import { asked } from '#ui/confirm.tsx';
import { previewed, refusedFiles } from '#ui/files/preview.ts';
import { coverAsked } from '../planning/cover.ts';
import { startAfresh } from './page.tsx';

afterAll(() => {
  startAfresh();
  asked.set(null);
  coverAsked.set(null);
  reauthentication.set(null);
  previewed.set(null);
  refusedFiles.set(null);
  document.body.replaceChildren();
  document.head.replaceChildren();
});
