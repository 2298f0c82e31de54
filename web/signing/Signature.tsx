// Signing by a link, made for a phone: read, agree, draw or type, confirm with a code (1 §2).
import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Loader,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, type ReactElement, Suspense, useCallback, useEffect, useState } from 'react';
import { contractMessages } from '#core/contracts/status.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { askSignatureCode, readSignature, readSignaturePdf, refuseByLink, signByLink } from '#core/signing/calls.ts';
import { useAct } from '#ui/client/act.ts';
import { call, pathOf } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { dropDraft, keepDraft, readDraft } from '#ui/drafts.ts';
import { fetchContent } from '#ui/files/upload.ts';
import { SignaturePad } from '#ui/SignaturePad.tsx';
import { saveAs } from '#ui/saveAs.ts';
import { inWords } from '../contracts/failing.ts';
import { PublicFrame } from '../session/PublicFrame.tsx';
import { dataAddress } from './drawing.ts';
import classes from './signing.module.css';

const PdfPages = lazy(() => import('#ui/files/PdfPages.tsx'));

type Contract = Output<typeof readSignature>['contract'];
interface Link {
  kind: string;
  id: string;
  token: string;
}

/** « agent/…/… », as the address says it. */
const linkOf = (text: string): Link => {
  const [kind = '', id = '', token = ''] = text.split('/');
  return { kind, id, token };
};

export default function Signature({ token }: { token: string }): ReactElement {
  const link = linkOf(token);
  const [contract, setContract] = useState<Contract | null>(null);
  const [pdf, setPdf] = useState<Blob | null>(null);
  const [isFound, setFound] = useState(false);
  const [isDoneNow, setDoneNow] = useState(false);
  const reading = useAct(async () => {
    const params = { ...link };
    const found = await call(readSignature, { params });
    setFound(true);
    setPdf(await fetchContent(pathOf(readSignaturePdf, 'root', params)));
    setContract(found.contract);
  });
  useEffect(() => reading.run(), [reading.run]);
  if (!contract)
    return (
      <PublicFrame title="Signature du contrat">
        {reading.problem ? (
          <FormProblem problem={reading.problem} />
        ) : (
          <Stack align="center">
            <Loader size="sm" role="status" aria-label="Chargement" />
            <Text c="dimmed">{isFound ? 'Récupération du contrat.' : 'Récupération de la signature.'}</Text>
          </Stack>
        )}
      </PublicFrame>
    );
  const onDone = (): void => {
    setDoneNow(true);
    reading.run();
  };
  return <Opened link={link} contract={contract} pdf={pdf} isDoneNow={isDoneNow} onDone={onDone} />;
}

/** G-031: whoever opens the link again learns that he has signed already. */
function stateOf(state: Exclude<Contract['state'], 'OPEN'>, isDoneNow: boolean): string {
  const signed = isDoneNow ? contractMessages.signed : contractMessages.alreadySigned;
  const told = {
    WAITING: contractMessages.notYet,
    SIGNED: `${signed} Vous recevrez le document par e-mail quand tous auront signé.`,
    REFUSED: 'Vous avez refusé de signer ce document.',
    ALL_SIGNED: `${signed} Tous les signataires ont signé.`,
  };
  return told[state];
}

interface OpenedProps {
  link: Link;
  contract: Contract;
  pdf: Blob | null;
  /** Signed or refused on this page. */
  isDoneNow: boolean;
  onDone(): void;
}

function Opened({ link, contract, pdf, isDoneNow, onDone }: OpenedProps): ReactElement {
  const you = contract.signatories.find(({ isYou }) => isYou);
  const [isLarge, setLarge] = useState(false);
  const save = useCallback(
    () => pdf && saveAs(pdf, `${contract.reference ?? 'contrat'}.pdf`),
    [pdf, contract.reference],
  );
  return (
    <PublicFrame
      title={contract.title}
      lead={`${contract.agency}${contract.reference ? ` · ${contract.reference}` : ''}`}
    >
      {contract.state !== 'OPEN' && (
        <Alert color={contract.state === 'REFUSED' ? 'red' : 'teal'} role="status">
          {stateOf(contract.state, isDoneNow)}
        </Alert>
      )}
      <section aria-label="Le document" className={classes.paper}>
        {/* Drawn again at its size: the letters of a page are too small for a phone. */}
        <div className={isLarge ? classes.large : undefined}>
          <Suspense>{pdf && <PdfPages key={String(isLarge)} content={pdf} onBroken={() => undefined} />}</Suspense>
        </div>
      </section>
      <Button variant="default" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
        {isLarge ? 'Voir la page entière' : 'Agrandir le texte'}
      </Button>
      <Button variant="default" onClick={save}>
        Télécharger le PDF
      </Button>
      {contract.code && (
        <Text size="sm">
          Référence de vérification : <Anchor href={`#/verification/${contract.code}`}>{contract.code}</Anchor>
        </Text>
      )}
      {contract.state === 'OPEN' && you && <Sign link={link} you={you} onDone={onDone} />}
      <ul className={classes.people}>
        {contract.signatories.map(({ fullname, signedAt, isYou }) => (
          <li key={fullname}>
            {fullname}
            {isYou ? ' (vous)' : ''} :{' '}
            {signedAt
              ? `a signé le ${frenchDay(wallClock(signedAt, contract.zone).day)}`
              : contract.state !== 'REFUSED'
                ? 'à signer'
                : isYou
                  ? 'a refusé de signer'
                  : 'n’a pas signé'}
          </li>
        ))}
      </ul>
    </PublicFrame>
  );
}

function Sign({
  link,
  you,
  onDone,
}: {
  link: Link;
  you: Contract['signatories'][number];
  onDone(): void;
}): ReactElement {
  const [how, setHow] = useState<'draw' | 'type'>('draw');
  const [drawn, setDrawn] = useState<Promise<Blob> | null>(null);
  const [typed, setTyped] = useState(you.fullname);
  const [consent, setConsent] = useState(false);
  /** Null: no code was asked so far. */
  const [code, setCode] = useState<string | null>(null);
  const [refusing, setRefusing] = useState(false);
  const { kind, id, token } = link;
  const ask = useAct(async () => {
    await call(askSignatureCode, { params: { kind }, input: { id, token } });
    setCode('');
  });
  const sign = useAct(async () => {
    const mark =
      how === 'draw' ? { drawing: drawn && (await dataAddress(await drawn)) } : { typed: typed.trim() || you.fullname };
    const input = { id, token, consent, code: (code ?? '').trim(), ...mark };
    const { signed } = await inWords(contractMessages.signFailed, call(signByLink, { params: { kind }, input }));
    if (!signed) throw new Error(contractMessages.badCode);
    onDone();
  });
  const isReady = consent && (how === 'draw' ? drawn !== null : typed.trim() !== '');
  if (refusing) return <Refuse link={link} you={you} onBack={() => setRefusing(false)} onDone={onDone} />;
  return (
    <Stack>
      <SegmentedControl
        value={how}
        onChange={(value) => setHow(value as 'draw' | 'type')}
        data={[
          { value: 'draw', label: 'Dessiner' },
          { value: 'type', label: 'Taper mon nom' },
        ]}
      />
      {how === 'draw' ? (
        <SignaturePad label="Votre signature" disabled={sign.busy} onChange={setDrawn} />
      ) : (
        <TextInput
          label="Votre nom"
          maxLength={120}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Checkbox
        label="J’ai lu ce document et je consens à le signer électroniquement"
        checked={consent}
        onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
      />
      <FormProblem problem={ask.problem ?? sign.problem} />
      {code === null ? (
        <Button disabled={!isReady} loading={ask.busy} onClick={() => ask.run()}>
          Recevoir mon code de signature
        </Button>
      ) : (
        <>
          <CodeInput email={you.email} code={code} onChange={setCode} />
          <Button disabled={!isReady || code.trim().length !== 6} loading={sign.busy} onClick={() => sign.run()}>
            Signer
          </Button>
          <Button variant="subtle" loading={ask.busy} onClick={() => ask.run()}>
            Recevoir un autre code
          </Button>
        </>
      )}
      <Button variant="subtle" color="red" onClick={() => setRefusing(true)}>
        Refuser de signer
      </Button>
    </Stack>
  );
}

function CodeInput({
  email,
  code,
  onChange,
}: {
  email: string | null;
  code: string;
  onChange(code: string): void;
}): ReactElement {
  return (
    <TextInput
      label={`Code reçu à ${email ?? ''}`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoFocus
    />
  );
}

interface RefuseProps {
  link: Link;
  you: Contract['signatories'][number];
  onBack(): void;
  onDone(): void;
}

function Refuse({ link, you, onBack, onDone }: RefuseProps): ReactElement {
  const { kind, id, token } = link;
  // What he wrote is still there after « Revenir ».
  const place = `refusal.${id}`;
  const [reason, setReason] = useState(() => readDraft<string>(place) ?? '');
  /** Null: no code was asked so far. */
  const [code, setCode] = useState<string | null>(null);
  const ask = useAct(async () => {
    await call(askSignatureCode, { params: { kind }, input: { id, token } });
    setCode('');
  });
  const act = useAct(async () => {
    const input = { id, token, reason: reason.trim(), code: (code ?? '').trim() };
    const { refused } = await call(refuseByLink, { params: { kind }, input });
    if (!refused) throw new Error(contractMessages.badCode);
    dropDraft(place);
    onDone();
  });
  return (
    <Stack>
      <Textarea
        label="Pourquoi refusez-vous de signer ?"
        required
        maxLength={1_000}
        rows={3}
        value={reason}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          keepDraft(place, currentTarget.value);
        }}
      />
      <FormProblem problem={ask.problem ?? act.problem} />
      {code === null ? (
        <Button color="red" disabled={reason.trim() === ''} loading={ask.busy} onClick={() => ask.run()}>
          Recevoir mon code de refus
        </Button>
      ) : (
        <>
          <CodeInput email={you.email} code={code} onChange={setCode} />
          <Button
            color="red"
            disabled={reason.trim() === '' || code.trim().length !== 6}
            loading={act.busy}
            onClick={() => act.run()}
          >
            Refuser de signer
          </Button>
          <Button variant="subtle" loading={ask.busy} onClick={() => ask.run()}>
            Recevoir un autre code
          </Button>
        </>
      )}
      <Button variant="default" onClick={onBack}>
        Revenir
      </Button>
    </Stack>
  );
}
