// The field application: chosen instead of the desk's for people in field mode (design: field.md).
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { activeOf } from '#core/field/day.ts';
import { placeOf, replaceHash, useHash } from '#ui/client/hash.ts';
import { useStore } from '#ui/client/store.ts';
import { loadWithRetry } from '#ui/shell/later.ts';
import { led } from './addresses.ts';
import { Code } from './Code.tsx';
import { deviceState, openDevice } from './device.ts';
import classes from './field.module.css';
import { Home } from './Home.tsx';
import { Images } from './instructions/KeptImage.tsx';
import { leaveField, signInAgain } from './leaving.ts';
import { isOfDesk, openedLink } from './links.ts';
import { holds } from './part.ts';
import { parts } from './parts.ts';
import { QueueBar } from './QueueBar.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { InSheets } from './Sheet.tsx';
import { alsoNeeds, loadAhead, screen } from './screens.ts';
import type { FieldSession, FieldView } from './session.ts';
import type { Device } from './store/database.ts';
import { tell, told } from './told.ts';

/** Once, and with the network. */
const Enrolment = lazy(() => import('./Enrolment.tsx'));
const Revoked = screen(() => import('./Revoked.tsx'));
const ServiceScreen = screen(() => import('./ServiceScreen.tsx'));

// A telephone may be revoked when the file of its version is gone from the server.
alsoNeeds(() => import('./handing-over.ts'));

/** The screens of the desk that a supervisor opens on the road, given by the application above. */
export type DeskScreens = ComponentType<{ device: Device; path: string; onSignIn(): void }>;

/** The alarms of the agency, above the field's own screens. */
export type DeskAlarms = ComponentType<{ device: Device }>;

interface FromDesk {
  desk?: DeskScreens;
  alarms?: DeskAlarms;
}

export default function Field(fromDesk: FromDesk): ReactElement | null {
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
    case 'revoked':
      return (
        <Suspense fallback={null}>
          <Revoked lost={state.lost} />
        </Suspense>
      );
    case 'locked':
      return <Code {...state} until={state.until ?? null} />;
    case 'open':
      return <Opened session={state.session} {...fromDesk} />;
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

function Opened({ session, ...fromDesk }: FromDesk & { session: FieldSession }): ReactElement {
  const view = useStore(session.view);
  const words = useStore(told);
  const { path, query } = placeOf(useHash());
  const opened = openedLink(path, query);
  useEffect(() => {
    if (opened) replaceHash(opened);
  }, [opened]);
  const opening = path === '/' ? openingOf(session, view) : null;
  useEffect(() => {
    if (opening) replaceHash(opening);
  }, [opening]);
  const elsewhere = path.startsWith('/terrain/') ? led(path.split('/').slice(2).map(decoded), view.day) : null;
  const { to = null, why = null } = elsewhere ?? {};
  useEffect(() => {
    if (to === null) return;
    if (why) tell(why);
    replaceHash(to);
  }, [to, why]);
  useEffect(loadAhead, []);
  // The field has no list of notifications: the worker always shows them.
  useEffect(followPushLater, []);
  const inSheets = parts.map(({ name, InSheet }) =>
    InSheet ? <InSheet key={name} session={session} view={view} /> : null,
  );
  const readImage = useCallback((id: string) => session.readImage(id), [session]);
  return (
    <Images value={readImage}>
      <InSheets value={inSheets}>
        <div className={classes.page}>
          <QueueBar session={session} view={view} />
          {parts.map(({ name, Watch }) => (Watch ? <Watch key={name} session={session} view={view} /> : null))}
          <ScreenBoundary>
            <Suspense fallback={<main className={classes.body} aria-busy />}>
              {to === null && opened === null ? (
                <Shown path={path} session={session} view={view} {...fromDesk} />
              ) : null}
            </Suspense>
          </ScreenBoundary>
          <div role="status" className={classes.told} data-shown={words !== null}>
            {words}
          </div>
        </div>
      </InSheets>
    </Images>
  );
}

/** What the empty path opens: the round under way, the service or circuit, the home (B-010, B-011, B-012). */
function openingOf(session: FieldSession, view: FieldView): string {
  const inPart = parts.map((part) => part.opening?.({ session, view })).find(Boolean);
  const active = activeOf(view.day);
  const name = inPart ?? (active ? `service/${active.id}` : null);
  return name ? `/terrain/${name}` : '/terrain';
}

/** Not before the home: it brings the calls of the desk with it. */
function followPushLater(): () => void {
  let stop: (() => void) | null = () => undefined;
  void loadWithRetry(() => import('#ui/client/push.ts')).then(({ followPush }) => {
    if (stop) stop = followPush(false);
  });
  return () => {
    stop?.();
    stop = null;
  };
}

/** The part's screen at this name. */
const screenAt = <S,>(
  name: string | undefined,
  screens: readonly (Readonly<Record<string, S>> | undefined)[],
): S | null => screens.find((one) => name !== undefined && one && Object.hasOwn(one, name))?.[name ?? ''] ?? null;

interface ShownProps {
  path: string;
  session: FieldSession;
  view: FieldView;
}

const isHome = (path: string): boolean => ['/', '/home', '/terrain', '/terrain/'].includes(path);
const isOfService = (path: string): boolean => path.split('/')[2] === 'service';

function Shown({ desk: Desk, alarms: Alarms, ...props }: ShownProps & FromDesk): ReactElement {
  const { path, session, view } = props;
  const own = ownScreen(props);
  // It shows the alarms itself.
  if (!own && Desk && !isOfService(path) && !isHome(path))
    return <Desk device={session.device} path={path} onSignIn={signInAgain} />;
  return (
    <>
      {Alarms && holds(view, 'readSupervision') ? (
        <Suspense fallback={null}>
          <Alarms device={session.device} />
        </Suspense>
      ) : null}
      {own ?? <Home session={session} view={view} isGone={isOfService(path)} isElsewhere={isOfDesk(path)} />}
    </>
  );
}

/** The screen of a service or of a part at this address. */
function ownScreen({ path, session, view }: ShownProps): ReactElement | null {
  const [, top, below, id, opened, ...rest] = path.split('/').map(decoded);
  const name = top === 'terrain' ? below : undefined;
  if (name === 'service') {
    const service = view.day.find((one) => one.id === id);
    if (!service) return null;
    const Screen = screenAt(
      opened,
      parts.map(({ serviceScreens }) => serviceScreens),
    );
    return Screen ? (
      <Screen key={`${service.id} ${opened}`} session={session} view={view} service={service} rest={rest} />
    ) : (
      <ServiceScreen session={session} view={view} service={service} />
    );
  }
  const Page = screenAt(
    name,
    parts.map(({ pages }) => pages),
  );
  return Page ? (
    <Page key={name} session={session} view={view} rest={[id, opened, ...rest].filter((one) => one !== undefined)} />
  ) : null;
}

/** An address that nobody wrote by this application may be badly escaped. */
function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
