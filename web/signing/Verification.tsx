// Whether a file is the one that was signed: by its SHA-256, computed on this device, or by the reference printed on it.
import { Alert, Button, FileInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { wallClock } from '#core/kernel/clock.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { verifySignature } from '#core/signing/calls.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { PublicFrame } from '../session/PublicFrame.tsx';
import classes from './signing.module.css';

type Verified = Output<typeof verifySignature>;

async function digestOf(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export default function Verification({ token }: { token: string }): ReactElement {
  const [code, setCode] = useState(token);
  const [found, setFound] = useState<(Verified & { byFile: boolean }) | null>(null);
  // The answer to the last question is shown, in whatever order the answers come.
  const last = useRef<object | null>(null);
  const show = async (isByFile: boolean, verify: () => Promise<Verified>): Promise<void> => {
    const question = {};
    last.current = question;
    // An earlier answer must not stand beside another file.
    setFound(null);
    const answer = await verify();
    if (last.current === question) setFound({ ...answer, byFile: isByFile });
  };
  const byCode = useAct(() => show(false, () => call(verifySignature, { input: { code: code.trim() } })));
  const byFile = useAct((file: File) =>
    show(true, async () => call(verifySignature, { input: { sha256: await digestOf(file) } })),
  );
  useEffect(() => {
    if (token) byCode.run();
  }, [token, byCode.run]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim()) byCode.run();
  };
  return (
    <PublicFrame
      title="Vérifier un document signé"
      lead="Le fichier ne quitte pas votre appareil : seule son empreinte est comparée."
    >
      <FileInput
        label="Le fichier PDF"
        placeholder="Choisir un fichier"
        accept="application/pdf"
        disabled={byFile.busy}
        onChange={(file) => file && byFile.run(file)}
      />
      <form onSubmit={submit} style={{ display: 'grid', gap: '0.75rem' }}>
        <TextInput
          label="Ou la référence imprimée sur sa dernière page"
          placeholder="AAAA-BBBB-CCCC-DDDD"
          maxLength={40}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={byCode.busy} disabled={code.trim() === ''}>
          Vérifier la référence
        </Button>
      </form>
      {found ? <Result found={found} /> : <FormProblem problem={byFile.problem ?? byCode.problem} />}
    </PublicFrame>
  );
}

function Result({ found }: { found: Verified & { byFile: boolean } }): ReactElement {
  const { result, document, byFile } = found;
  if (!document)
    return (
      <Alert color="red" role="alert" title={byFile ? 'Fichier non reconnu' : 'Référence inconnue'}>
        {byFile
          ? 'Ce fichier a été modifié depuis sa signature, ou n’a jamais été signé ici.'
          : 'Aucun document signé ne porte cette référence.'}
      </Alert>
    );
  const title =
    result === 'READ'
      ? 'Document lu par les signataires, avant leurs signatures'
      : byFile
        ? 'Fichier authentique : inchangé depuis sa signature'
        : 'Un document signé porte cette référence';
  return (
    <Alert color={document.intact ? 'teal' : 'red'} role="status" title={title}>
      {document.title && <div>{document.title}</div>}
      <div>{[document.agency, document.reference].filter(Boolean).join(' · ')}</div>
      {document.signedAt && (
        <div>{`Signé le ${frenchDay(wallClock(document.signedAt, document.zone).day)} par ${document.names?.join(', ') ?? `${document.signatories} signataire${document.signatories > 1 ? 's' : ''}`}`}</div>
      )}
      <p className={classes.hash}>{`SHA-256 du fichier signé : ${document.sha256}`}</p>
      {!byFile && <div>Pour savoir si votre fichier est intact, choisissez-le ci-dessus.</div>}
    </Alert>
  );
}
