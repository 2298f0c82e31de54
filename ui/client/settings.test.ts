import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = () => import('./settings.ts');

test('what was chosen is found again after a reload', async () => {
  const first = await load();
  expect([first.densitySetting.get(), first.railSetting.get()]).toEqual(['normal', false]);
  first.densitySetting.set('compact');
  first.railSetting.set(true);
  vi.resetModules();
  const again = await load();
  expect(again.densitySetting).not.toBe(first.densitySetting);
  expect([again.densitySetting.get(), again.railSetting.get()]).toEqual(['compact', true]);
});

test('another tab is heard, and whoever watches is told', async () => {
  const { densitySetting } = await load();
  const heard = vi.fn();
  densitySetting.subscribe(heard);
  localStorage.setItem('app.density', '"comfortable"');
  window.dispatchEvent(new StorageEvent('storage', { key: 'app.density' }));
  expect(densitySetting.get()).toBe('comfortable');
  expect(heard).toHaveBeenCalledOnce();
});

test('a value that nobody can read counts as none', async () => {
  localStorage.setItem('app.density', '{');
  expect((await load()).densitySetting.get()).toBe('normal');
});
