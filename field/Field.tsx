// The field application: chosen instead of the desk's for people in field mode (design: field.md).
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect } from 'react';
import { placeOf, replaceHash, useHash } from '#ui/client/hash.ts';
import { useStore } from '#ui/client/store.ts';
import { Code } from './Code.tsx';
import { deviceState, openDevice } from './device.ts';
import classes from './field.module.css';
import { Home } from './Home.tsx';
import { leaveField } from './leaving.ts';
import { parts } from './parts.ts';
import { QueueBar } from './QueueBar.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { InSheets } from './Sheet.tsx';
import { loadAhead, screen } from './screens.ts';
import type { FieldSession, FieldView } from './session.ts';
import { told } from './told.ts';

/** Once, and with the network. */
const Enrolment = lazy(() => import('./Enrolment.tsx'));
const ServiceScreen = screen(() => import('./ServiceScreen.tsx'));

export default function Field(): ReactElement | null {
  const state = useStore(deviceState);
  useEffect(() => {
    void openDevice();
  }, []);
  switch (state.is) {
    case 'opening':
      return null;
    case 'new':
      return (
        <Suspense fallback={null}>
          <Enrolment onLeave={leaveField} />
        </Suspense>
      );
    case 'locked':
      return <Code device={state.device} tries={state.tries} waiting={state.waiting} />;
    case 'open':
      return <Opened session={state.session} />;
    case 'elsewhere':
      return (
        <Notice title="Le mode terrain est déjà ouvert dans un autre onglet" stays>
          Fermez l’autre onglet, puis réessayez : un seul à la fois transmet ce que vous enregistrez.
        </Notice>
      );
    case 'broken':
      return (
        //
        <Notice title="Impossible de restaurer le store">
          Les données de ce téléphone ne peuvent pas être lues pour le moment ({state.why}). Rien n’est effacé.
          Redémarrez le navigateur, puis réessayez ; si cela persiste, prévenez votre agence.
        </Notice>
      );
  }
}

/** `stays`: leaving would close the other tab under somebody's hands. */
function Notice({
  title,
  stays = false,
  children,
}: {
  title: string;
  stays?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <main className={classes.page} role="alert">
      <h1>{title}</h1>
      <p>{children}</p>
      <button type="button" className={classes.main} onClick={() => void openDevice()}>
        Réessayer
      </button>
      {stays ? null : (
        <button type="button" className={classes.quiet} onClick={leaveField}>
          Quitter le mode terrain
        </button>
      )}
    </main>
  );
}

function Opened({ session }: { session: FieldSession }): ReactElement {
  const view = useStore(session.view);
  const words = useStore(told);
  const { path } = placeOf(useHash());
  const opening = path === '/' ? parts.map((part) => part.opening?.({ session, view })).find(Boolean) : null;
  useEffect(() => {
    if (opening) replaceHash(`/terrain/${opening}`);
  }, [opening]);
  useEffect(loadAhead, []);
  const inSheets = parts.map(({ name, InSheet }) =>
    InSheet ? <InSheet key={name} session={session} view={view} /> : null,
  );
  return (
    <InSheets value={inSheets}>
      <div className={classes.page}>
        <QueueBar session={session} view={view} />
        {parts.map(({ name, Watch }) => (Watch ? <Watch key={name} session={session} view={view} /> : null))}
        <ScreenBoundary>
          <Suspense fallback={<main className={classes.body} aria-busy />}>
            <Shown path={path} session={session} view={view} />
          </Suspense>
        </ScreenBoundary>
        <div role="status" className={classes.told} data-shown={words !== null}>
          {words}
        </div>
      </div>
    </InSheets>
  );
}

/** The part's screen at this name. */
const screenAt = <S,>(
  name: string | undefined,
  screens: readonly (Readonly<Record<string, S>> | undefined)[],
): S | null => screens.find((one) => name !== undefined && one && Object.hasOwn(one, name))?.[name ?? ''] ?? null;

function Shown({ path, session, view }: { path: string; session: FieldSession; view: FieldView }): ReactElement {
  const [, , name, id, opened, ...rest] = path.split('/').map(decoded);
  const isService = name === 'service';
  const service = isService ? view.day.find((one) => one.id === id) : undefined;
  const Screen = screenAt(
    opened,
    parts.map(({ serviceScreens }) => serviceScreens),
  );
  if (service && Screen)
    return <Screen key={`${service.id} ${opened}`} session={session} view={view} service={service} rest={rest} />;
  if (service) return <ServiceScreen session={session} view={view} service={service} />;
  const Page = isService
    ? null
    : screenAt(
        name,
        parts.map(({ pages }) => pages),
      );
  if (Page)
    return (
      <Page key={name} session={session} view={view} rest={[id, opened, ...rest].filter((one) => one !== undefined)} />
    );
  return <Home session={session} view={view} isGone={isService} />;
}

/** An address that nobody wrote by this application may be badly escaped. */
function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
