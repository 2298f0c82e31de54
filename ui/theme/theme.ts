// Neutral greys, one accent from the tenant, small spacing, transitions under 150 ms.
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { contrastOf } from '#core/tenant/colour.ts';
import { accentShade, darkAccentShade, readableOn, shadesOf, textContrast } from './shades.ts';

const gray: MantineColorsTuple = [
  '#f6f7f8',
  '#eef0f2',
  '#e2e5e9',
  '#d2d7dd',
  '#b5bcc6',
  '#8b95a1',
  '#616b78',
  '#47515e',
  '#313944',
  '#1c222a',
];

const dark: MantineColorsTuple = [
  '#dde1e6',
  '#b9c0c9',
  '#939ca8',
  '#6b7480',
  '#474e59',
  '#363c45',
  '#292e36',
  '#1d2127',
  '#17191e',
  '#101216',
];

// Dark enough at the shade of filled buttons for white text.
const signals = {
  red: shadesOf('#b42318'),
  green: shadesOf('#1a7f4b'),
  orange: shadesOf('#b45309'),
  yellow: shadesOf('#8a6d00'),
  blue: shadesOf('#1d6fb8'),
};

const quick = { transitionProps: { duration: 120 } };
// Aligned left: a centred list is wider than a phone until its width is known, and the page jumps.
// The hidden list of every select would be rendered and positioned: half of the time of a long form.
const picking = { ...quick, position: 'bottom-start', keepMounted: false } as const;
const closable = {
  closeButtonProps: { 'aria-label': 'Fermer' },
  // The header of a dialog is not a landmark of the page.
  attributes: { header: { role: 'presentation' } },
  // The page below is kept from scrolling by its events alone. Hiding its scroll bar sets an inherited property of the
  // body, so the browser computes the styles of the whole page again: most of the time that an opening dialog took.
  removeScrollProps: { removeScrollBar: false },
  ...quick,
};

/** A pale accent is darkened: its buttons have white text, and its links must be legible on the palest grey. */
export const accentFor = (accent: string): string => readableOn(gray[1], accent, 'dark');

/** In the dark scheme links and marks are lighter; a filled button stays dark enough for white text. */
export function darkAccent(shades: MantineColorsTuple): { ink: string; filled: string; hover: string } {
  const shade = contrastOf(shades[darkAccentShade], '#ffffff') >= textContrast ? darkAccentShade : accentShade;
  return { ink: readableOn(dark[6], shades[4], 'light'), filled: shades[shade], hover: shades[shade + 1] ?? '' };
}

export const themeOf = (accent: string): MantineThemeOverride =>
  createTheme({
    colors: { accent: shadesOf(accentFor(accent)), gray, dark, ...signals },
    primaryColor: 'accent',
    primaryShade: { light: accentShade, dark: darkAccentShade },
    autoContrast: true,
    black: gray[9],
    fontFamily:
      'Inter, "Inter fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.35' },
    fontWeights: { regular: '400', medium: '550', bold: '650' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
    defaultRadius: 'sm',
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.35' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: {
      Modal: { defaultProps: closable },
      Drawer: { defaultProps: closable },
      // The first item takes the focus: an empty focusable child is not allowed in a menu.
      Menu: { defaultProps: { ...quick, withInitialFocusPlaceholder: false } },
      Popover: { defaultProps: quick },
      Tooltip: { defaultProps: { ...quick, openDelay: 350, withArrow: true } },
      Select: { defaultProps: { comboboxProps: picking, checkIconPosition: 'right' } },
      MultiSelect: { defaultProps: { comboboxProps: picking } },
      Autocomplete: { defaultProps: { comboboxProps: picking } },
      Loader: { defaultProps: { type: 'oval' } },
    },
  });

/** In the dark scheme the text and dots of a signal are lighter; its filled buttons stay dark enough for white text. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => {
  const { ink, filled, hover } = darkAccent((colors.accent ?? shadesOf('')) as MantineColorsTuple);
  return {
    variables: {},
    light: {},
    dark: {
      '--mantine-color-accent-4': ink,
      '--mantine-color-accent-filled': filled,
      '--mantine-color-accent-filled-hover': hover,
      ...Object.fromEntries(
        Object.keys(signals).flatMap((name) => [
          [`--mantine-color-${name}-6`, colors[name]?.[4] ?? ''],
          [`--mantine-color-${name}-light-color`, colors[name]?.[3] ?? ''],
          [`--mantine-color-${name}-filled`, colors[name]?.[accentShade] ?? ''],
          [`--mantine-color-${name}-filled-hover`, colors[name]?.[8] ?? ''],
        ]),
      ),
      '--mantine-color-error': colors.red?.[4] ?? '',
    },
  };
};
