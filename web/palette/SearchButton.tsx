// Search button of the top bar, and Ctrl K; the palette is loaded on first use.
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { maintenance } from '#ui/client/connection.ts';
import { reauthentication } from '#ui/client/reauthentication.ts';
import { useStore } from '#ui/client/store.ts';
import { update } from '#ui/client/version.ts';
import { asked } from '#ui/confirm.tsx';
import { IconSearch } from '#ui/icons.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { holdTyping, paletteOpening } from './opening.ts';
import classes from './SearchButton.module.css';

const load = () => import('./Palette.tsx');
const Palette = lazy(() => loadWithRetry(load));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** An open question must be answered first. */
const isBlocked = (): boolean =>
  asked.get() !== null || reauthentication.get() !== null || update.get() !== null || maintenance.get() !== null;

/** `onSwitch`: the agency or profile changed; the screens reload. */
export function SearchButton({ onSwitch }: { onSwitch(): void }): ReactElement {
  const phone = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches) ?? false;
  const opening = useStore(paletteOpening);
  const [used, setUsed] = useState(false);
  if (opening && !used) setUsed(true);
  const open = (): void => {
    holdTyping();
    paletteOpening.set('everything');
  };
  useHotkeys([['mod+K', () => (opening ? paletteOpening.set(null) : isBlocked() ? undefined : open())]], []);
  const ahead = (): void => void load().catch(() => undefined);
  const shared = { onClick: open, onPointerEnter: ahead, onFocus: ahead, 'aria-haspopup': 'dialog' as const };
  return (
    <>
      {phone ? (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Rechercher partout" {...shared}>
          <IconSearch size={20} />
        </ActionIcon>
      ) : (
        <UnstyledButton className={classes.button ?? ''} aria-keyshortcuts="Control+K" {...shared}>
          <IconSearch size={15} aria-hidden />
          <span className={classes.words}>Rechercher partout</span>
          <Kbd size="xs" aria-hidden>
            {isMac ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      )}
      <Suspense fallback={null}>{used ? <Palette looking={opening} onSwitch={onSwitch} /> : null}</Suspense>
    </>
  );
}
