// A telephone is enrolled once, with the network: a name, a code, then the planning of the week (decisions 77 and 93).
import { type ReactElement, useEffect, useState } from 'react';
import { fetchDevices } from '#core/field/desk-calls.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { call, NetworkProblem } from '#ui/client/call.ts';
import { loadSession } from '#ui/client/session.ts';
import { type Session, sessionStore } from '#ui/client/session-state.ts';
import { useStore } from '#ui/client/store.ts';
import { describeBrowser } from '#ui/client/this-device.ts';
import { formatRelative, plural } from '#ui/format.ts';
import { enrol, type Owner, Refused } from './device.ts';
import classes from './field.module.css';
import { signInAgain } from './leaving.ts';
import { NewCode } from './NewCode.tsx';

const signInFirst = 'Connectez-vous d’abord.';

type Devices = Output<typeof fetchDevices>['devices'];

const ownerOf = ({ user, agency, profile, flags }: Session): Owner | null =>
  agency && profile && flags.isAgent
    ? { person: profile.fullname, user: user.id, agency: agency.id, agent: profile.id }
    : null;

export default function Enrolment({ onLeave }: { onLeave(): void }): ReactElement {
  const session = useStore(sessionStore);
  const [unread, setUnread] = useState<string | null>(null);
  useEffect(() => {
    if (session) return;
    loadSession().catch((error: unknown) => {
      setUnread(error instanceof NetworkProblem ? 'Il faut du réseau pour inscrire ce téléphone.' : signInFirst);
    });
  }, [session]);
  const owner = session && ownerOf(session);
  return (
    <main className={classes.page}>
      <div className={classes.center}>
        <h1>Mode terrain</h1>
        {owner ? (
          <Form owner={owner} />
        ) : (
          <p role={unread ? 'alert' : 'status'}>
            {unread ?? (session ? 'Le mode terrain est celui des collaborateurs planifiables.' : 'Un instant…')}
          </p>
        )}
        {unread === signInFirst ? (
          <button type="button" className={classes.main} onClick={signInAgain}>
            Se connecter
          </button>
        ) : null}
        <button type="button" className={classes.quiet} onClick={onLeave}>
          Plus tard
        </button>
      </div>
    </main>
  );
}

function Form({ owner }: { owner: Owner }): ReactElement {
  const [name, setName] = useState(() => describeBrowser(navigator.userAgent).deviceInfos ?? 'Téléphone');
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [others, setOthers] = useState<Devices | null>(null);
  const send = async (chosen: string, lost: readonly string[] = []): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setCode(chosen);
    try {
      await enrol(owner, name.trim() || 'Téléphone', chosen, lost);
    } catch (error) {
      setBusy(false);
      if (error instanceof Refused) {
        setProblem(error.status === 0 ? 'Il faut du réseau pour inscrire ce téléphone.' : error.message);
        if (error.status === 409) setOthers(await waitingDevices());
      } else setProblem('Ce navigateur ne peut pas garder de données hors connexion (connexion sécurisée requise).');
    }
  };
  if (!globalThis.isSecureContext) return <p role="alert">Le mode terrain demande une adresse sécurisée (https).</p>;
  return (
    <>
      <p>
        Tout votre service sur ce téléphone, même sans réseau. Choisissez un code de six chiffres : il ouvre
        l’application chaque jour et protège ce qu’elle garde.
      </p>
      <label className={classes.field}>
        Nom de ce téléphone
        <input value={name} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <NewCode busy={busy} label="Inscrire ce téléphone" onReady={(chosen) => void send(chosen)} />
      {problem ? (
        <p role="alert" className={classes.warning}>
          {problem}
        </p>
      ) : null}
      {others && others.length > 0 && code ? (
        // R-010, decision 77
        <section className={classes.card} aria-label="Autre téléphone">
          <p>
            Certains éléments concernant le service n’ont pas été transmis au serveur. Assurez-vous d’être connecté à
            internet pour pouvoir continuer.
          </p>
          <ul className={classes.list}>
            {others.map((one) => (
              <li key={one.id} className={classes.line}>
                <strong>{one.name}</strong>
                <span>
                  {plural(one.waiting, 'élément')} en attente, vu {formatRelative(one.seenAt)}
                </span>
              </li>
            ))}
          </ul>
          <p>Ouvrez-le avec du réseau. S’il est perdu ou cassé, dites-le : ce qu’il n’a pas transmis reste attendu.</p>
          <button
            type="button"
            className={classes.other}
            disabled={busy}
            onClick={() =>
              void send(
                code,
                others.map(({ id }) => id),
              )
            }
          >
            Déclarer perdu et continuer ici
          </button>
        </section>
      ) : null}
    </>
  );
}

const waitingDevices = async (): Promise<Devices> => {
  const { devices } = await call(fetchDevices, { mount: 'agent' }).catch(() => ({ devices: [] as Devices }));
  return devices.filter(({ waiting, lostAt }) => waiting > 0 && lostAt === null);
};
