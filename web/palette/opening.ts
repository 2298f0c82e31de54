// Whether the palette is open, and on what: anything, or the agencies that platform staff go to.
import { store } from '#ui/client/store.ts';

export type Looking = 'everything' | 'agencies';

export const paletteOpening = store<Looking | null>(null);
