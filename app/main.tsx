// Entry point: a small bundle that chooses between the public pages and the signed-in application, loaded separately.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { tenant } from '#ui/client/tenant.ts';
import { paintColorScheme, Theme } from '#ui/theme/Theme.tsx';
import { Entry } from './Entry.tsx';
import { keepOnDevice } from './offline.ts';

// The content security policy forbids eval: disable the JIT of zod before it loads.
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
