// Icons of « Mon compte », not loaded with the frame.
import type { Icon } from '@tabler/icons-react';
import copy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import printer from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import shieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';

export const IconCopy: Icon = copy;
export const IconPrinter: Icon = printer;
export const IconShieldCheck: Icon = shieldCheck;
