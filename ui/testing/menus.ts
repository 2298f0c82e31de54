// Entries of the menu, for tests of what shows them.
import { IconHome } from '../icons.ts';
import type { MenuItem } from '../shell/screen.ts';

export const menuItem = (name: string, label: string, description = ''): MenuItem => ({
  name,
  path: `/${name}`,
  label,
  description,
  icon: IconHome,
  add: false,
  records: null,
  preload: () => undefined,
});
