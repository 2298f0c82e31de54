import { expect, test } from 'vitest';
import { parseLsof } from './processes.ts';

test('on macOS the processes of a folder are read from lsof', () => {
  const answer =
    'p4312\nfcwd\nn/Users/ada/vigie data/postgres/cluster\np4313\nfcwd\nn/Users/ada/vigie data/postgres/cluster\np977\nfcwd\nn/\n';
  expect(parseLsof(answer)).toEqual([
    { pid: 4312, cwd: '/Users/ada/vigie data/postgres/cluster' },
    { pid: 4313, cwd: '/Users/ada/vigie data/postgres/cluster' },
    { pid: 977, cwd: '/' },
  ]);
  expect(parseLsof('')).toEqual([]);
});
