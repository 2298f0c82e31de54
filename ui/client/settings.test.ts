import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = () => import('./settings.ts');

test('a setting is restored after a reload', async () => {
  const first = await load();
  expect([first.densitySetting.get(), first.railSetting.get()]).toEqual(['normal', false]);
  first.densitySetting.set('compact');
  first.railSetting.set(true);
  vi.resetModules();
  const again = await load();
  expect(again.densitySetting).not.toBe(first.densitySetting);
  expect([again.densitySetting.get(), again.railSetting.get()]).toEqual(['compact', true]);
});

test('a change in another tab reaches the listeners of this one', async () => {
  const { densitySetting } = await load();
  const listener = vi.fn();
  densitySetting.subscribe(listener);
  localStorage.setItem('app.density', '"comfortable"');
  window.dispatchEvent(new StorageEvent('storage', { key: 'app.density' }));
  expect(densitySetting.get()).toBe('comfortable');
  expect(listener).toHaveBeenCalledOnce();
});

test('an unreadable value counts as none', async () => {
  localStorage.setItem('app.density', '{');
  expect((await load()).densitySetting.get()).toBe('normal');
});
