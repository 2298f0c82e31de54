// The frame around every screen: drawer on the left, bar on top, content.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import {
  lazy,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { railSetting } from '../client/settings.ts';
import { useStore } from '../client/store.ts';
import { tenant } from '../client/tenant.ts';
import { asked } from '../confirm.tsx';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '../icons.ts';
import { Brand } from './Brand.tsx';
import { Drawer } from './Drawer.tsx';
import classes from './Frame.module.css';
import { loadWithRetry } from './later.ts';
import { ScreenTabs } from './ScreenTabs.tsx';

const PhoneDrawer = lazy(() => loadWithRetry(() => import('./PhoneDrawer.tsx')));

interface Props {
  /** After the brand: the current agency or profile. */
  place: ReactNode;
  /** Global search. */
  search: ReactNode;
  /** Beside the search: notifications. */
  tools: ReactNode;
  /** At the right end. */
  user: ReactNode;
  /** Between the bar and the content. */
  banners: ReactNode;
}

export function Frame({ place, search, tools, user, banners, children }: PropsWithChildren<Props>): ReactElement {
  const phone = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches) ?? false;
  const rail = useStore(railSetting);
  const [sheet, setSheet] = useState(false);
  const [used, setUsed] = useState(false);
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const first = useRef(true);

  // Screen readers start at the new screen, not at the link that opened it.
  useEffect(() => {
    if (first.current) first.current = false;
    else if (pathname) {
      main.current?.focus({ preventScroll: true });
      // A question about the screen that was left has lost its sense.
      asked.get()?.answer(false);
    }
    // Back also closes the menu over the screen.
    setSheet(false);
  }, [pathname]);

  const railLabel = rail ? 'Déplier le menu' : 'Réduire le menu';
  return (
    <div className={classes.frame} data-rail={rail} data-phone={phone}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Aller au contenu
      </button>
      <header className={classes.bar}>
        {phone ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Ouvrir le menu"
            onClick={() => {
              setUsed(true);
              setSheet(true);
            }}
          >
            <IconMenu2 size={20} />
          </ActionIcon>
        ) : (
          <Tooltip label={railLabel}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={railLabel}
              aria-expanded={!rail}
              onClick={() => railSetting.set(!rail)}
            >
              {rail ? (
                <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
              ) : (
                <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
              )}
            </ActionIcon>
          </Tooltip>
        )}
        <a className={classes.brand} href="#/home" aria-label={`${tenant().name}, accueil`}>
          <Brand />
        </a>
        <div className={classes.place}>{place}</div>
        <div className={classes.search}>{search}</div>
        {tools}
        <div className={classes.user}>{user}</div>
      </header>
      {phone ? (
        <Suspense fallback={null}>
          {used ? <PhoneDrawer opened={sheet} onClose={() => setSheet(false)} /> : null}
        </Suspense>
      ) : (
        <aside className={classes.side}>
          <Drawer rail={rail} onNavigate={() => undefined} />
        </aside>
      )}
      <div className={classes.body}>
        {banners}
        <main ref={main} className={classes.content} tabIndex={-1} id="contenu">
          <ScreenTabs />
          {children}
        </main>
      </div>
    </div>
  );
}
