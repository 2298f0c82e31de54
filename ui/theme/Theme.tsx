// Theme of every page, public or signed in.
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type PropsWithChildren, type ReactElement, useMemo } from 'react';
import { tenant } from '#ui/client/tenant.ts';
import { cssVariables, themeOf } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'app.color-scheme' });

/** Before the first paint, to avoid a flash of the other scheme. */
export function paintColorScheme(): void {
  const chosen = colorScheme.get('auto');
  const dark = chosen === 'dark' || (chosen === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}

export function Theme({ children }: PropsWithChildren): ReactElement {
  const theme = useMemo(() => themeOf(tenant().accent), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
