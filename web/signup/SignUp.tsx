// An agency signs itself up (decision 94): the form, and what to do next.
import { Alert, Anchor, Button, Checkbox, Collapse, Loader, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import type { Output } from '#core/kernel/endpoint.ts';
import { messages } from '#core/kernel/problem.ts';
import { email as checkEmail, siret as checkSiret } from '#core/kernel/validators.ts';
import { readSignUp, signUp } from '#core/signup/signup.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { tenant } from '#ui/client/tenant.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { Html } from '#ui/richtext/Html.tsx';
import { PublicFrame } from '../session/PublicFrame.tsx';
import classes from './signup.module.css';

const empty = { agencyName: '', siret: '', firstname: '', lastname: '', email: '' };
type Name = keyof typeof empty;

const inputs: Readonly<Record<Name, { label: string; autoComplete: string; description?: string }>> = {
  agencyName: { label: 'Nom de l’agence', autoComplete: 'organization' },
  siret: { label: 'SIRET', autoComplete: 'off', description: '14 chiffres' },
  firstname: { label: 'Prénom', autoComplete: 'given-name' },
  lastname: { label: 'Nom', autoComplete: 'family-name' },
  email: { label: 'Adresse e-mail', autoComplete: 'username', description: 'Vous y recevrez un lien de confirmation.' },
};
const names = Object.keys(inputs) as Name[];

function faultOf(name: Name, typed: string): string | null {
  const value = typed.trim();
  if (!value) return messages.required;
  if (name === 'siret') return checkSiret(value.replaceAll(/\s/g, ''));
  return name === 'email' ? checkEmail(value) : null;
}

export default function SignUp(): ReactElement {
  const [terms, setTerms] = useState<Output<typeof readSignUp>['terms'] | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  /** What was typed, to be corrected. */
  const [typed, setTyped] = useState(empty);
  const reading = useAct(async () => setTerms((await call(readSignUp)).terms));
  useEffect(() => reading.run(), [reading.run]);
  return (
    <PublicFrame
      title={sent ? 'Consultez votre messagerie' : 'Inscrire mon agence'}
      lead={
        sent
          ? null
          : tenant().modules.subscriptions
            ? 'Essayez gratuitement, sans engagement et sans moyen de paiement.'
            : 'Votre agence s’ouvre dès que votre adresse est confirmée.'
      }
    >
      <FormProblem problem={reading.problem} />
      {sent ? (
        <Waiting sent={sent} onOther={() => setSent(null)} />
      ) : terms ? (
        <Form terms={terms} typed={typed} setTyped={setTyped} onSent={setSent} onStale={reading.run} />
      ) : reading.problem ? null : (
        <Loader size="sm" role="status" aria-label="Chargement" mx="auto" />
      )}
      <Anchor href="#/login" size="sm" ta="center">
        J’ai déjà un compte
      </Anchor>
    </PublicFrame>
  );
}

interface Sent {
  message: string;
  input: typeof empty & { terms: string };
}

/** To which address, and again: the last link alone works. */
function Waiting({ sent: { message, input }, onOther }: { sent: Sent; onOther(): void }): ReactElement {
  const [again, setAgain] = useState(false);
  const act = useAct(async () => {
    setAgain(false);
    await call(signUp, { input });
    setAgain(true);
  });
  return (
    <>
      <Alert color="green" variant="light" p="sm" role="status">
        <p className={classes.line}>{message}</p>
        <p className={classes.line}>{`Adresse : ${input.email.trim()}`}</p>
        {again ? <p className={classes.line}>E-mail renvoyé : seul son lien fonctionne désormais.</p> : null}
      </Alert>
      <FormProblem problem={act.problem} />
      <Button variant="default" fullWidth loading={act.busy} onClick={() => act.run()}>
        Renvoyer l’e-mail
      </Button>
      <Anchor component="button" type="button" size="sm" ta="center" onClick={onOther}>
        Corriger mon adresse
      </Anchor>
    </>
  );
}

interface FormProps {
  terms: Output<typeof readSignUp>['terms'];
  typed: typeof empty;
  setTyped(typed: typeof empty): void;
  onSent(sent: Sent): void;
  onStale(): void;
}

function Form({ terms, typed, setTyped, onSent, onStale }: FormProps): ReactElement {
  /** The version that was accepted: other terms are not. */
  const [accepted, setAccepted] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const act = useAct(async () => {
    const input = { ...typed, terms: terms.version };
    onSent({ message: (await call(signUp, { input })).message, input });
  });
  const isAccepted = accepted === terms.version;
  const stale = act.violation('terms');
  useEffect(() => {
    if (!stale) return;
    setAccepted(null);
    onStale();
  }, [stale, onStale]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (isAccepted && names.every((name) => faultOf(name, typed[name]) === null)) act.run();
  };
  const placed = [...names, 'terms'].some((name) => act.violation(name));
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormProblem problem={placed ? null : act.problem} />
      {names.map((name, index) => (
        <TextInput
          key={name}
          className={name === 'firstname' || name === 'lastname' ? (classes.half ?? '') : ''}
          {...inputs[name]}
          type={name === 'email' ? 'email' : 'text'}
          inputMode={name === 'siret' ? 'numeric' : name === 'email' ? 'email' : 'text'}
          autoFocus={index === 0}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          error={(asked ? faultOf(name, typed[name]) : null) ?? act.violation(name)}
          required
          withAsterisk={false}
        />
      ))}
      <div>
        <Checkbox
          label="J’accepte les conditions générales d’utilisation"
          checked={isAccepted}
          onChange={(event) => setAccepted(event.currentTarget.checked ? terms.version : null)}
          error={asked && !isAccepted ? (stale ?? 'Acceptez les conditions pour continuer') : null}
        />
        <Anchor
          component="button"
          type="button"
          size="sm"
          py={4}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Masquer les conditions' : 'Lire les conditions'}
        </Anchor>
        <Collapse expanded={isOpen}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <section className={classes.terms} aria-label="Conditions générales d’utilisation" tabIndex={0}>
            <Html value={terms.html} />
          </section>
        </Collapse>
      </div>
      <Button type="submit" fullWidth loading={act.busy}>
        Recevoir le lien de confirmation
      </Button>
    </form>
  );
}
