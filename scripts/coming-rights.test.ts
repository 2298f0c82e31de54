// A right is « à venir » as long as nothing but a route without a screen names it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { comingRights } from '../core/rights/coming.ts';
import { allRights } from '../core/rights.ts';

const root = join(import.meta.dirname, '..');
const declarations = /^rights\/|^grants\.ts$/;

const code = ['core', 'server', 'ui', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/test/.test(path) && !(folder === 'core' && declarations.test(path)))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  .join('\n');

test('the rights that no call and no screen uses are those listed as coming', () => {
  const words = new Set(code.match(/(?<=['".])\w+\b/g));
  const unused = allRights.map(({ key }) => key).filter((key) => !words.has(key));
  expect(unused).toEqual([...comingRights]);
});
