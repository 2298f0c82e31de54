// The theme's colours as a canvas needs them; read again when the colour scheme changes.
import { inkOn, isColour, luminanceOf } from '#core/tenant/colour.ts';

const variables = {
  surface: 'var(--surface)',
  sunken: 'var(--surface-sunken)',
  line: 'var(--line)',
  lineStrong: 'var(--line-strong)',
  ink: 'var(--ink)',
  inkSoft: 'var(--ink-soft)',
  accent: 'var(--mantine-color-accent-filled)',
  red: 'var(--mantine-color-red-6)',
  orange: 'var(--mantine-color-orange-6)',
  green: 'var(--mantine-color-green-6)',
};

/** Colours of a page without a theme. */
const plain: Record<keyof typeof variables, string> = {
  surface: '#ffffff',
  sunken: '#f6f7f8',
  line: '#e2e5e9',
  lineStrong: '#d2d7dd',
  ink: '#1c222a',
  inkSoft: '#616b78',
  accent: '#1c5d99',
  red: '#b42318',
  orange: '#b45309',
  green: '#1a7f4b',
};

export interface Palette extends Record<keyof typeof variables, string> {
  isDark: boolean;
  font: string;
}

export interface ChipColours {
  fill: string;
  ink: string;
  border: string;
}

/** `rgb(1, 2, 3)` as `#010203`. Null for other notations (oklab, color-mix), which the canvas takes as they are. */
export function hexOf(colour: string): string | null {
  const parts = /^rgba?\(\s*(\d+)[, ]+(\d+)[, ]+(\d+)\s*\)$/.exec(colour);
  if (!parts) return isColour(colour) ? colour : null;
  return `#${parts
    .slice(1)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`;
}

export function readPalette(root: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  root.append(probe);
  const read = (key: keyof typeof variables): string => {
    probe.style.color = plain[key];
    probe.style.color = variables[key];
    const found = getComputedStyle(probe).color;
    return hexOf(found) ?? (found.startsWith('var') || found === '' ? plain[key] : found);
  };
  const colours = Object.fromEntries(Object.keys(variables).map((key) => [key, read(key as keyof typeof variables)]));
  const font = getComputedStyle(root).fontFamily || 'sans-serif';
  probe.remove();
  const surface = colours.surface as string;
  return { ...(colours as typeof plain), font, isDark: isColour(surface) && luminanceOf(surface) < 0.2 };
}

export function mixed(one: string, other: string, part: number): string {
  const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(1), 16)) as [number, number];
  const bytes = [16, 8, 0].map((shift) => {
    const [from, to] = [(a >> shift) & 255, (b >> shift) & 255];
    return Math.round(from + (to - from) * part);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** In the dark scheme the fill is darkened, so that a white chip does not dazzle; the ink is chosen for the darkened fill. */
export function chipColours(colour: string, { surface, isDark }: Pick<Palette, 'surface' | 'isDark'>): ChipColours {
  const base = isColour(colour) ? colour : '#ffffff';
  const fill = isDark && isColour(surface) ? mixed(base, surface, 0.22) : base;
  const ink = inkOn(fill);
  return { fill, ink, border: mixed(fill, ink, 0.28) };
}
