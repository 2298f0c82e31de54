import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const script = resolve(import.meta.dirname, 'architecture.mjs');

function examine(files: Record<string, string>): { code: number | null; problems: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'vigie-architecture-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  return {
    code: status,
    problems: stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => line.trim()),
  };
}

test('imports that go down pass', () => {
  const files = {
    'core/site.ts': "import { z } from 'zod';\nexport const a = z;\n",
    'server/main.ts': "import fs from 'node:fs';\nimport { a } from '#core/site.ts';\nexport { a, fs };\n",
    'ui/Table.tsx': "import { a } from '../core/site.ts';\nexport { a };\n",
    'app/main.tsx': "import '#ui/Table.tsx';\nconst late = () => import('#web/Home.tsx');\nexport { late };\n",
    'web/Home.tsx': "// import '#server/main.ts'\nexport const home = 1;\n",
    'server/demo/seed.ts': "import { x } from '#demo/agency.ts';\nexport { x };\n",
    'demo/agency.ts': "import { a } from '#core/site.ts';\nexport const x = a;\n",
  };
  expect(examine(files)).toEqual({ code: 0, problems: [] });
});

test.each([
  ['core knows no Node', { 'core/a.ts': "import fs from 'node:fs';\nexport { fs };" }, "core n'importe que zod"],
  ['core knows no server', { 'core/a.ts': "import '#server/b.ts';", 'server/b.ts': '' }, 'core ne connaît pas server'],
  [
    'screens know no server',
    { 'web/a.tsx': "import type { B } from '../server/b.ts';", 'server/b.ts': '' },
    'web ne connaît pas server',
  ],
  [
    'the server knows no screens',
    { 'server/a.ts': "export * from '#ui/b.ts';", 'ui/b.ts': '' },
    'server ne connaît pas ui',
  ],
  [
    'a lazy import counts',
    { 'ui/a.ts': "const f = () => import('#web/b.ts');", 'web/b.ts': '' },
    'ui ne connaît pas web',
  ],
  ['desk and field are apart', { 'web/a.ts': "import '#field/b.ts';", 'field/b.ts': '' }, 'web ne connaît pas field'],
  [
    'only the seeding knows the demo',
    { 'server/a.ts': "import '#demo/b.ts';", 'demo/b.ts': '' },
    'server ne connaît pas demo',
  ],
  ['a missing file', { 'ui/a.ts': "import './b.ts';" }, "qui n'existe pas"],
  [
    'a circle',
    { 'ui/a.ts': "import './b.ts';", 'ui/b.ts': "import { x } from './a.ts';" },
    'Cercle : ui/a.ts → ui/b.ts → ui/a.ts',
  ],
  [
    'an entity before the home of the field',
    {
      'field/Field.tsx': "import './a.ts';\nconst later = () => import('#core/kernel/input.ts');\nexport { later };",
      'field/a.ts': "import '#core/kernel/schema.ts';",
      'core/kernel/schema.ts': '',
      'core/kernel/input.ts': '',
    },
    'field/Field.tsx → field/a.ts → core/kernel/schema.ts',
  ],
  ['a clock in core', { 'core/a.ts': 'export const now = () => new Date();' }, 'new Date() sans argument'],
  ['chance in core', { 'core/a.ts': 'export const r = Math.random();' }, 'Math.random'],
  ['a name that says nothing', { 'ui/utils.ts': '' }, 'ne dit rien'],
  ['a long file', { 'ui/a.ts': '\n'.repeat(401) }, '401 lignes'],
  ['nothing read', { 'README.md': '' }, 'Aucun module lu'],
])('%s: refused', (_title, files, problem) => {
  expect(examine(files)).toEqual({ code: 1, problems: [expect.stringContaining(problem)] });
});

test('type imports make no cycle', () => {
  const files = {
    'ui/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
    'ui/b.ts': "import type { A } from './a.ts';\nexport type B = A;\n",
  };
  expect(examine(files)).toEqual({ code: 0, problems: [] });
});
