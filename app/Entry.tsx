import { lazy, type ReactElement, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isFieldMode, watchFieldMode } from '#field/mode.ts';
import { currentHash, placeOf, replaceHash, useHash } from '#ui/client/hash.ts';
import { reconnectMessage } from '#ui/client/reauthentication.ts';
import { keepRegistered } from '#ui/client/registered.ts';
import { tenant } from '#ui/client/tenant.ts';
import { currentTokens, keepTokens, watchTokens } from '#ui/client/tokens.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { landingOf, PublicPageView, publicPageAt, signInFor } from './public-pages.tsx';

const loadSignedIn = () => import('./SignedIn.tsx');
const SignedIn = lazy(loadSignedIn);
const Field = lazy(() => import('#field/Field.tsx'));
const FieldDesk = lazy(() => loadWithRetry(() => import('./FieldDesk.tsx')));
const FieldAlarms = lazy(() => loadWithRetry(() => import('./FieldAlarms.tsx')));

const isSignedIn = (): boolean => currentTokens() !== null;

export function Entry(): ReactElement | null {
  const hash = useHash();
  const signedIn = useSyncExternalStore(watchTokens, isSignedIn);
  const fieldMode = useSyncExternalStore(watchFieldMode, isFieldMode);
  const [notice, setNotice] = useState<string | null>(null);
  const place = placeOf(hash);
  const open = publicPageAt(place);
  const shown = open?.page.name === 'login' && signedIn ? null : open;

  useEffect(() => {
    // Read again: signing out changes the tokens and the address together.
    const now = placeOf(currentHash());
    const page = publicPageAt(now)?.page.name;
    if (page === 'login' && isSignedIn()) replaceHash(landingOf(now));
    // The field opens by its own code, network or not.
    else if (!page && !isSignedIn() && !isFieldMode()) replaceHash(signInFor(currentHash()));
  });

  useEffect(keepRegistered, []);

  useEffect(() => {
    if (shown) document.title = `${shown.page.title} — ${tenant().name}`;
  }, [shown]);

  if (shown) {
    return (
      <Suspense fallback={null}>
        <PublicPageView
          page={shown.page}
          token={shown.token}
          notice={notice}
          // Without a network it is loaded later.
          prepare={() => void loadSignedIn().catch(() => undefined)}
          onSignedIn={() => {
            setNotice(null);
            if (shown.page.name !== 'login') replaceHash('/');
          }}
        />
      </Suspense>
    );
  }
  if (fieldMode)
    return (
      <Suspense fallback={null}>
        <Field desk={FieldDesk} alarms={FieldAlarms} />
      </Suspense>
    );
  if (!signedIn) return null;
  return (
    <Suspense fallback={null}>
      <SignedIn
        onRefused={() => {
          setNotice(reconnectMessage);
          // The effect above opens the sign-in page, which leads back here.
          keepTokens(null);
        }}
      />
    </Suspense>
  );
}
