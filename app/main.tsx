// The front door: a light entry decides between the public pages and the signed-in application, which loads apart.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { tenant } from '#ui/client/tenant.ts';
import { paintColorScheme, Theme } from '#ui/theme/Theme.tsx';
import { Entry } from './Entry.tsx';
import { keepOnDevice } from './offline.ts';

// The page's policy forbids code made from text; told so before it loads, zod does not try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

paintColorScheme();
document.title = tenant().name;

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Theme>
        <Entry />
      </Theme>
    </StrictMode>,
  );
}

if (import.meta.env.PROD) keepOnDevice();
