// Mantine's stylesheets are imported one by one (ui/theme): none may be missing, and their order is Mantine's.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sheet = (name: string): string => `node_modules/@mantine/core/styles/${name}.css`;

const screens = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map((path) => join(folder, path));

const importedBy = (css: string): string[] =>
  [...read(css).matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name as string);

const lists = ['ui/theme/base.css', 'ui/theme/desk.css'];

/** Components whose stylesheet has another name. */
const parts: Record<string, string[]> = {
  Select: ['Input', 'Combobox'],
  MultiSelect: ['Input', 'Combobox', 'PillsInput', 'Pill'],
  TagsInput: ['Input', 'Combobox', 'PillsInput', 'Pill'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  NativeSelect: ['Input'],
  Modal: ['Modal', 'ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Drawer: ['Drawer', 'ModalBase', 'Overlay'],
  Menu: ['Menu', 'Popover'],
  Checkbox: ['Checkbox', 'InlineInput', 'CheckboxIndicator'],
  Radio: ['Radio', 'InlineInput', 'RadioCard'],
  Switch: ['Switch', 'InlineInput'],
};

test('every Mantine component in use has its stylesheet', () => {
  const used = new Set(
    ['ui', 'web', 'app'].flatMap(screens).flatMap((path) =>
      [...read(path).matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].flatMap(([, names]) =>
        (names as string)
          .split(',')
          .map((name) => name.trim().split(' as ')[0] as string)
          .filter((name) => /^[A-Z]/.test(name)),
      ),
    ),
  );
  const imported = lists.flatMap(importedBy);
  const wanted = [...used].flatMap((name) => parts[name] ?? (existsSync(join(root, sheet(name))) ? [name] : []));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !imported.includes(name))).toEqual([]);
});

test.each(lists)('%s keeps the order of Mantine', (list) => {
  const whole = read('node_modules/@mantine/core/styles.css');
  const places = importedBy(list).map((name) => whole.indexOf(read(sheet(name)).trim().slice(0, 200)));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('the colour of links is in Mantine’s layer: outside it would replace that of buttons that are links', () => {
  const house = read('ui/theme/house.css');
  expect(house.indexOf(':where(a)')).toBeGreaterThan(house.indexOf('@layer mantine {'));
  expect(house.match(/^:where\(a\)|^a\b/m)).toBeNull();
});
