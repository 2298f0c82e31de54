// The device's code, network or not (decision 93).
import { type FormEvent, type ReactElement, Suspense, useState } from 'react';
import { codeLength, type Tries, waitBefore } from '#core/field/device-code.ts';
import { formatMoment, plural } from '#ui/format.ts';
import { telOf } from '#ui/tel.ts';
import { useNow } from '#ui/useNow.ts';
import { CodeInput } from './CodeInput.tsx';
import { forgetDevice, type Help, unlock } from './device.ts';
import classes from './field.module.css';
import { Leaving } from './Leaving.tsx';
import { Sheet } from './Sheet.tsx';
import { screen } from './screens.ts';
import type { Device } from './store/database.ts';

const Forgotten = screen(() => import('./Forgotten.tsx'));

interface Props {
  device: Device;
  tries: Tries;
  /** Events not sent yet. */
  waiting: number;
  help: Help;
  /** It is revoked: what waits may leave until then. */
  until: string | null;
}

export function Code({ device, tries, waiting, help, until }: Props): ReactElement {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const now = useNow(1_000);
  const wait = waitBefore(tries, now);
  const submit = async (typed: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const isRight = await unlock(typed).catch(() => null);
    if (isRight) return;
    setBusy(false);
    setCode('');
    setProblem(isRight === null ? 'Les données de ce téléphone ne peuvent pas être lues.' : 'Ce n’est pas le bon code');
  };
  if (forgotten || wait === null)
    return (
      <Suspense fallback={<main className={classes.page} aria-busy />}>
        <Forgotten isLocked={wait === null} onBack={() => setForgotten(false)} />
      </Suspense>
    );
  const isWaiting = wait > 0;
  return (
    <main className={classes.page}>
      <form
        className={classes.center}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (code.length === codeLength && !busy && !isWaiting) void submit(code);
        }}
      >
        <h1>Mode terrain</h1>
        <p className={classes.dim}>
          {device.person} · {device.name}
        </p>
        {until ? (
          <p role="status" className={classes.warning}>
            Ce téléphone est révoqué par votre agence. Ouvrez-le avec votre code et du réseau :{' '}
            {plural(waiting, 'élément')} {waiting === 1 ? 'partira' : 'partiront'}, puis tout sera effacé. Après le{' '}
            {formatMoment(until, Intl.DateTimeFormat().resolvedOptions().timeZone)}, ce qui reste sera perdu.
          </p>
        ) : waiting > 0 ? (
          <p className={classes.note}>
            {plural(waiting, 'élément')} à transmettre : ouvrez avec votre code pour{' '}
            {waiting === 1 ? 'qu’il parte' : 'qu’ils partent'}.
          </p>
        ) : null}
        {help.alarms > 0 ? (
          <p role="alert" className={classes.warning}>
            <strong>
              {help.alarms === 1
                ? 'Une alerte SOS n’est pas partie.'
                : `${help.alarms} alertes SOS ne sont pas parties.`}
            </strong>{' '}
            Votre agence n’en sait rien : ouvrez avec votre code, ou appelez.
          </p>
        ) : null}
        <CodeInput
          label="Code de ce téléphone"
          value={code}
          disabled={busy || isWaiting}
          onChange={(typed) => {
            setCode(typed);
            if (typed.length === codeLength) void submit(typed);
          }}
        />
        <p role="alert" className={classes.warning}>
          {isWaiting ? `Trop d’essais : réessayez dans ${Math.ceil(wait / 1_000)} s` : problem}
        </p>
        <button type="submit" className={classes.main} disabled={busy || isWaiting || code.length < codeLength}>
          {busy ? 'Ouverture…' : 'Ouvrir'}
        </button>
        <div className={classes.answers}>
          {help.phone ? (
            <a className={classes.other} href={telOf(help.phone)}>
              Appeler l’agence · {help.phone}
            </a>
          ) : null}
          <a className={classes.other} href="tel:112">
            Appeler les secours · 112
          </a>
        </div>
        <button type="button" className={classes.quiet} onClick={() => setForgotten(true)}>
          Code oublié
        </button>
        <Stranger device={device} waiting={waiting} />
        <button type="button" className={classes.quiet} onClick={() => setLeaving(true)}>
          Quitter le mode terrain
        </button>
      </form>
      {leaving ? <Leaving waiting={waiting} onClose={() => setLeaving(false)} /> : null}
    </main>
  );
}

/** The telephone of a post goes from hand to hand. */
function Stranger({ device, waiting }: { device: Device; waiting: number }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes.quiet} onClick={() => setOpen(true)}>
        Je ne suis pas {device.person}
      </button>
      {open ? (
        <Sheet title="Changer de personne" onClose={() => setOpen(false)}>
          {waiting > 0 ? (
            <p>
              {plural(waiting, 'élément')} de {device.person}{' '}
              {waiting === 1 ? 'n’est pas transmis' : 'ne sont pas transmis'}. {device.person} doit d’abord ouvrir ce
              téléphone avec son code et du réseau.
            </p>
          ) : (
            <p>
              Tout ce que {device.person} a enregistré est transmis. Ses données quittent ce téléphone ; vous pourrez
              l’inscrire à votre nom.
            </p>
          )}
          <div className={classes.answers}>
            {waiting > 0 ? null : (
              <button type="button" className={classes.other} onClick={() => void forgetDevice()}>
                Retirer {device.person} de ce téléphone
              </button>
            )}
            <button type="button" className={classes.main} onClick={() => setOpen(false)}>
              Fermer
            </button>
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
