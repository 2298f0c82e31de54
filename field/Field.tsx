// The field application: chosen instead of the desk's for people in field mode (design: field.md).
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect } from 'react';
import { placeOf, useHash } from '#ui/client/hash.ts';
import { useStore } from '#ui/client/store.ts';
import { Code } from './Code.tsx';
import { deviceState, openDevice } from './device.ts';
import { EntryScreen } from './EntryScreen.tsx';
import classes from './field.module.css';
import { Home } from './Home.tsx';
import { leaveField } from './leaving.ts';
import { QueueBar } from './QueueBar.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';
import type { FieldSession } from './session.ts';
import { told } from './told.ts';

/** Once, and with the network. */
const Enrolment = lazy(() => import('./Enrolment.tsx'));

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
  const [, id, isEntry] = /^\/terrain\/service\/([^/]+)(\/main-courante)?$/.exec(path) ?? [];
  const service = view.day.find((one) => one.id === id);
  return (
    <div className={classes.page}>
      <QueueBar session={session} view={view} />
      {service && isEntry ? (
        <EntryScreen key={service.id} session={session} view={view} service={service} />
      ) : service ? (
        <ServiceScreen session={session} view={view} service={service} />
      ) : (
        <Home session={session} view={view} isGone={id !== undefined} />
      )}
      <div role="status" className={classes.told} data-shown={words !== null}>
        {words}
      </div>
    </div>
  );
}
