import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Signature from './Signature.tsx';
import Verification from './Verification.tsx';

vi.mock('#ui/files/PdfPages.tsx', () => ({ default: () => <p>Le PDF</p> }));

beforeEach(startAfresh);

const id = '01900000-0000-7000-8000-000000000001';
const link = `agent/${id}/secret`;
const signatories = (signedAt: string | null) => [
  { fullname: 'Inès Roy', email: 'i•••@roy.fr', signedAt, isYou: true },
];
const contract = (state: string, signedAt: string | null = null) => ({
  ...{ title: 'CDI', reference: 'CC2026-0001', agency: 'Azur Sécurité', zone: 'Indian/Reunion' },
  ...{ state, code: null },
  ...{ expiresAt: '2026-12-01T08:00:00.000Z', documentHash: 'a'.repeat(64), signatories: signatories(signedAt) },
});

/** Signs with the code 123456 alone. */
function server(): StubRequest[] {
  let isSigned = false;
  return serve((request): Reply => {
    const { path, body } = request;
    if (path.endsWith('/refusal')) return [200, { refused: (body as { code: string }).code === '123456' }];
    if (path.endsWith('/code')) return [200, { email: 'i•••@roy.fr', minutes: 15 }];
    if (path.endsWith('/signature')) {
      isSigned = (body as { code: string }).code === '123456';
      return [200, { signed: isSigned, allSigned: false }];
    }
    return [200, { contract: contract(isSigned ? 'SIGNED' : 'OPEN', isSigned ? '2026-11-18T22:00:00.000Z' : null) }];
  });
}

test('a signatory reads, agrees, types his name, asks for a code and signs; a wrong code says so', async () => {
  const sent = server();
  const user = showPage(<Signature token={link} />, null);
  expect(await screen.findByText('Le PDF')).toBeTruthy();
  const ask = screen.getByRole<HTMLButtonElement>('button', { name: 'Recevoir mon code de signature' });
  await user.click(screen.getByText('Taper mon nom'));
  expect(ask.disabled).toBe(true);
  await user.click(screen.getByLabelText(/J’ai lu ce document/));
  await user.click(ask);
  const code = await screen.findByLabelText(/Code reçu à/);
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Signer' }));
  expect(await screen.findByText('Code incorrect ou expiré.')).toBeTruthy();
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Signer' }));
  expect(await screen.findByText(/Contrat signé\./)).toBeTruthy();
  // The agency's day.
  expect(screen.getByText(/a signé le 19\/11\/2026/)).toBeTruthy();
  expect(sent.findLast(({ path }) => path.endsWith('/signature'))?.body).toEqual({
    ...{ id, token: 'secret', consent: true, code: '123456', typed: 'Inès Roy' },
  });
  // The link opened again (G-031).
  cleanup();
  showPage(<Signature token={link} />, null);
  expect(await screen.findByText(/^Vous avez déjà signé le contrat\./)).toBeTruthy();
});

test('a refusal needs a reason and the code of the mail', async () => {
  const sent = server();
  const user = showPage(<Signature token={link} />, null);
  await user.click(await screen.findByRole('button', { name: 'Refuser de signer' }));
  const refuse = screen.getByRole<HTMLButtonElement>('button', { name: 'Recevoir mon code de refus' });
  expect(refuse.disabled).toBe(true);
  await user.type(screen.getByLabelText(/Pourquoi/), 'Salaire');
  await user.click(screen.getByRole('button', { name: 'Revenir' }));
  await user.click(await screen.findByRole('button', { name: 'Refuser de signer' }));
  await user.type(screen.getByLabelText(/Pourquoi/), ' faux');
  await user.click(screen.getByRole('button', { name: 'Recevoir mon code de refus' }));
  await user.type(await screen.findByLabelText(/Code reçu à/), '000000');
  await user.click(screen.getByRole('button', { name: 'Refuser de signer' }));
  expect(await screen.findByText('Code incorrect ou expiré.')).toBeTruthy();
  await user.clear(screen.getByLabelText(/Code reçu à/));
  await user.type(screen.getByLabelText(/Code reçu à/), '123456');
  await user.click(screen.getByRole('button', { name: 'Refuser de signer' }));
  await waitFor(() =>
    expect(sent.findLast(({ path }) => path.endsWith('/refusal'))?.body).toMatchObject({
      ...{ reason: 'Salaire faux', code: '123456' },
    }),
  );
});

test('an unknown link says « Signature introuvable. »', async () => {
  serve(() => refusal(404, 'Signature introuvable.'));
  showPage(<Signature token={link} />, null);
  expect(await screen.findByText('Signature introuvable.')).toBeTruthy();
});

test('a late answer to the reference does not replace that to the file', async () => {
  const late = Promise.withResolvers<void>();
  serve(async ({ body }): Promise<Reply> => {
    if ('code' in (body as object)) await late.promise;
    return [200, { result: 'UNKNOWN', document: null }];
  });
  const user = showPage(<Verification token="AAAA-BBBB-CCCC-DDDD" />, null);
  await screen.findByText('Vérifier un document signé');
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['changed'], 'contrat.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('Fichier non reconnu')).toBeTruthy();
  late.resolve();
  const verify = screen.getByRole('button', { name: 'Vérifier la référence' });
  await waitFor(() => expect(verify.hasAttribute('data-loading')).toBe(false));
  expect(screen.queryByText('Référence inconnue')).toBeNull();
  expect(screen.getByText('Fichier non reconnu')).toBeTruthy();
});

test('the answer to a file is gone as soon as another is chosen; a failure stands alone', async () => {
  let isDown = false;
  serve((): Reply => (isDown ? refusal(500, 'Une erreur est survenue') : [200, { result: 'UNKNOWN', document: null }]));
  const user = showPage(<Verification token="" />, null);
  await screen.findByText('Vérifier un document signé');
  const choose = (name: string) =>
    user.upload(
      document.querySelector('input[type="file"]') as HTMLInputElement,
      new File([name], name, { type: 'application/pdf' }),
    );
  await choose('un.pdf');
  expect(await screen.findByText('Fichier non reconnu')).toBeTruthy();
  isDown = true;
  await choose('deux.pdf');
  expect(await screen.findByText('Une erreur est survenue')).toBeTruthy();
  expect(screen.queryByText('Fichier non reconnu')).toBeNull();
});

test('a reference in the address is verified at once; a changed file is not recognised', async () => {
  const sent = serve(({ body }): Reply => {
    const { code } = body as { code?: string };
    const document = {
      ...{ code: 'AAAA-BBBB-CCCC-DDDD', agency: 'Azur Sécurité', reference: 'CC2026-0001', sha256: 'a'.repeat(64) },
      zone: 'Indian/Reunion',
      ...{ signedAt: '2026-11-18T08:00:00.000Z', signatories: 2, names: null, title: null, intact: true },
    };
    return [200, code ? { result: 'SIGNED', document } : { result: 'UNKNOWN', document: null }];
  });
  const user = showPage(<Verification token="AAAA-BBBB-CCCC-DDDD" />, null);
  expect(await screen.findByText('Un document signé porte cette référence')).toBeTruthy();
  expect(screen.getByText(/par 2 signataires/)).toBeTruthy();
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['changed'], 'contrat.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('Fichier non reconnu')).toBeTruthy();
  // The file itself is not sent.
  expect(sent.at(-1)?.body).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
