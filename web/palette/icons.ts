// Icons of the palette, not loaded with the frame.
import type { Icon } from '@tabler/icons-react';
import deviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import moon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import sun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import switchHorizontal from '@tabler/icons-react/dist/esm/icons/IconSwitchHorizontal.mjs';

export const IconDeviceDesktop: Icon = deviceDesktop;
export const IconMoon: Icon = moon;
export const IconSun: Icon = sun;
export const IconSwitchHorizontal: Icon = switchHorizontal;
