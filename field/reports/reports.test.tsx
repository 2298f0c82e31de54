import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusals } from '#core/planning/lifecycle.ts';
import { reportCreate, reportEdit } from '#core/reports/messages.ts';
import { defaultTemplate, fieldsOf } from '#core/reports/template.ts';
import type { OfService } from '../part.ts';
import { reports } from './part.ts';
import ReportScreen from './ReportScreen.tsx';

const id = '01900000-0000-7000-8000-0000000000f1';
const drawn = { id: '01900000-0000-7000-8000-0000000000f2', sha256: 'a'.repeat(64), size: 10 };

let draft: unknown = null;
const record = vi.fn(async (_message: unknown, _payload: unknown, _service: unknown, _photos: unknown) => undefined);
const session = {
  now: () => Date.parse('2026-11-17T03:00:00Z'),
  drafts: {
    read: async () => draft,
    keep: async (_place: string, next: unknown) => {
      draft = next;
    },
  },
  takePhoto: async () => drawn,
  readPhoto: async () => null,
  readImage: async () => null,
  record,
};

const view = (
  events: object[] = [],
  row: object = { missingSignatures: ['customer'], agencyReport: null },
  written: object[] = [],
) => ({
  events,
  queue: { events: [] },
  held: {
    agencyReports: written,
    services: [{ id, ...row }],
    frame: {
      agency: { timeZone: 'Europe/Paris' },
      person: { name: 'Mehdi Laurent', rights: ['createOwnInterventionReport'] },
      reports: {
        templates: [defaultTemplate('audit', 'STANDARD')],
        forms: { [id]: { type: 'audit', key: 'STANDARD', edition: 0, signature: 'CUSTOMER' } },
      },
    },
  },
});
/** No signature is required. */
const unsigned = (() => {
  const seen = view([], { missingSignatures: [], agencyReport: null });
  seen.held.frame.reports.forms[id] = { type: 'audit', key: 'STANDARD', edition: 0, signature: 'NONE' };
  return seen;
})();
const of = (seen: object = view()): OfService =>
  ({ session, view: seen, service: { id, status: 200, site: { id, name: 'Port' }, reference: 'S-1' } }) as never;
const show = (seen: object = view()) => render(<ReportScreen {...of(seen)} />);

beforeEach(() => {
  draft = null;
  record.mockClear();
  session.takePhoto = async () => drawn;
  const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])));
});
afterEach(cleanup);

test('what is typed outlives the screen; a report is handed over with its required fields and signature', async () => {
  show();
  fireEvent.change(screen.getByLabelText('Agent contrôlé *'), { target: { value: 'Paul Martin' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remettre le rapport' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Carte professionnelle présentée');
  cleanup();
  show();
  await waitFor(() =>
    expect((screen.getByLabelText('Agent contrôlé *') as HTMLTextAreaElement).value).toBe('Paul Martin'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Date et heure du contrôle : maintenant' }));
  for (const yes of screen.getAllByLabelText('Oui')) fireEvent.click(yes);
  fireEvent.click(screen.getByRole('button', { name: 'Remettre le rapport' }));
  expect((await screen.findByRole('alert')).textContent).toBe(refusals.unsigned);
  const [, customer] = screen.getAllByLabelText('Nom du signataire');
  fireEvent.change(customer as HTMLElement, { target: { value: 'Mme Client' } });
  fireEvent.pointerDown(screen.getByRole('img', { name: 'Signature : Client' }), { clientX: 9, clientY: 9 });
  fireEvent.pointerUp(screen.getByRole('img', { name: 'Signature : Client' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Valider la signature' })[1] as HTMLElement);
  await screen.findByText('Signé par Mme Client');
  fireEvent.click(screen.getByRole('button', { name: 'Remettre le rapport' }));
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  const [message, payload, service, photos] = record.mock.calls[0] ?? [];
  expect([message, service, photos]).toEqual([reportCreate, id, [drawn]]);
  expect(reportCreate.payload.parse(payload)).toMatchObject({
    ...{ discr: 'audit', submit: true, template: { key: 'STANDARD', edition: 0 } },
    customerSignature: { file: { id: drawn.id }, name: 'Mme Client' },
  });
  expect(draft).toBeNull();
});

test('a signature that is drawn and not validated goes with the report, outlives the screen, and needs a name', async () => {
  show(unsigned);
  const pad = () => screen.getByRole('img', { name: 'Signature : Client' });
  const hand = () => fireEvent.click(screen.getByRole('button', { name: 'Remettre le rapport' }));
  fireEvent.change(screen.getByLabelText('Agent contrôlé *'), { target: { value: 'Paul Martin' } });
  fireEvent.click(screen.getByRole('button', { name: 'Date et heure du contrôle : maintenant' }));
  for (const yes of screen.getAllByLabelText('Oui')) fireEvent.click(yes);
  fireEvent.pointerDown(pad(), { clientX: 9, clientY: 9 });
  fireEvent.pointerUp(pad());
  hand();
  expect((await screen.findByRole('alert')).textContent).toBe('Indiquez le nom du signataire : Client');
  const [, customer] = screen.getAllByLabelText('Nom du signataire');
  fireEvent.change(customer as HTMLElement, { target: { value: 'Mme Client' } });
  cleanup();
  show(unsigned);
  await screen.findByText('Signé par Mme Client');
  hand();
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  const [, payload, , photos] = record.mock.calls[0] ?? [];
  expect(photos).toEqual([drawn]);
  expect(payload).toMatchObject({
    submit: true,
    customerSignature: { file: { id: drawn.id }, name: 'Mme Client' },
  });
});

test('a signature that the telephone cannot store stops the report', async () => {
  session.takePhoto = async () => Promise.reject(new Error('full'));
  show(unsigned);
  fireEvent.pointerDown(screen.getByRole('img', { name: 'Signature : Collaborateur' }), { clientX: 9, clientY: 9 });
  fireEvent.pointerUp(screen.getByRole('img', { name: 'Signature : Collaborateur' }));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le brouillon' }));
  await waitFor(() => expect(screen.getAllByText(/n’a pas pu enregistrer la signature/)).toHaveLength(2));
  expect(record).not.toHaveBeenCalled();
});

test('a draft is one message, what completes it another of the same report', async () => {
  show();
  fireEvent.change(screen.getByLabelText('Agent contrôlé *'), { target: { value: 'Paul' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le brouillon' }));
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(draft).toMatchObject({ isMade: true }));
  cleanup();
  show();
  await waitFor(() => expect((screen.getByLabelText('Agent contrôlé *') as HTMLTextAreaElement).value).toBe('Paul'));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le brouillon' }));
  await waitFor(() => expect(record).toHaveBeenCalledTimes(2));
  const [first, second] = record.mock.calls;
  expect(second?.[0]).toBe(reportEdit);
  expect(second?.[1]).toMatchObject({ report: (first?.[1] as { report: string } | undefined)?.report });
});

test('N-066: the end is asked about while the signature is missing, on the pack and in what waits', () => {
  const signed = { type: 'report-create', service: id, payload: { report: id, customerSignature: { name: 'X' } } };
  expect(reports.beforeEnd?.(of())).toBe("La signature d'un bon est obligatoire");
  expect(reports.beforeEnd?.(of(view([signed])))).toBeNull();
  expect(reports.links?.(of())).toEqual([{ label: 'Rapport', to: 'rapport', note: 'à signer' }]);
  show(view([{ ...signed, payload: { ...signed.payload, submit: true } }]));
  expect(screen.getByText('Ce rapport est remis à l’agence.')).toBeTruthy();
});

test('a report that was handed over is shown while it waits', () => {
  const asked = fieldsOf(defaultTemplate('audit', 'STANDARD').sections).find(({ kind }) => kind === 'text');
  const payload = { report: id, submit: true, answers: [{ key: asked?.key, value: 'Paul Martin' }] };
  show(view([{ service: id, type: 'report-create', payload }]));
  expect(screen.getByText('Ce rapport est remis à l’agence.')).toBeTruthy();
  expect(screen.getByText('Paul Martin')).toBeTruthy();
});

/** As the agency has it. */
const written = (status: number, refusal: string | null = null) => {
  const answers = defaultTemplate('audit', 'STANDARD').sections.flatMap(({ title, fields }) =>
    fields.map((field) => ({
      ...field,
      ...{ section: title, value: null as string | null, files: field.kind === 'photos' ? [drawn.id] : [] },
    })),
  );
  const said = { text: 'Paul Martin', choice: 'YES', moment: '2026-11-17T02:00:00.000Z' } as Record<string, string>;
  for (const answer of answers) answer.value = said[answer.kind] ?? null;
  const signed = { agent: null, customer: 'Mme Client' };
  return view([], { missingSignatures: [], agencyReport: { id, status } }, [
    { id, service: id, status, refusal, answers, signers: signed },
  ]);
};

test('a report that was sent is read again on the telephone, after the service too', async () => {
  const seen = written(300);
  show(seen);
  const content = screen.getByLabelText('Contenu du rapport');
  for (const words of ['Paul Martin', 'Oui', '17/11/2026 03:00', 'Signé par Mme Client'])
    expect(content.textContent).toContain(words);
  expect(await screen.findByText('Photo 1 : visible avec du réseau')).toBeTruthy();
  const over = { ...of(seen), service: { ...of(seen).service, status: 300 } };
  expect(reports.links?.(over)).toEqual([{ label: 'Rapport', to: 'rapport', note: 'remis' }]);
  expect(reports.links?.({ ...over, view: view() as never })).toEqual([]);
});

test('a refused report opens with what it says and why; its photos stay, and a changed one is signed again', async () => {
  const seen = written(500, 'Précisez l’heure');
  expect(reports.links?.(of(seen))).toEqual([{ label: 'Rapport', to: 'rapport', note: 'à reprendre' }]);
  show(seen);
  expect(screen.getByRole('alert').textContent).toContain('Précisez l’heure');
  expect(screen.getByText(/Déjà signé par Mme Client/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Agent contrôlé *'), { target: { value: 'Paul Martin, 3 h 10' } });
  expect(screen.queryByText(/Déjà signé par Mme Client/)).toBeNull();
  expect(screen.getByText(/les signatures sont à donner à nouveau/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remettre le rapport' }));
  await waitFor(() => expect(screen.getAllByRole('alert').at(-1)?.textContent).toBe(refusals.unsigned));
  const [, customer] = screen.getAllByLabelText('Nom du signataire');
  fireEvent.change(customer as HTMLElement, { target: { value: 'Mme Client' } });
  fireEvent.pointerDown(screen.getByRole('img', { name: 'Signature : Client' }), { clientX: 9, clientY: 9 });
  fireEvent.pointerUp(screen.getByRole('img', { name: 'Signature : Client' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remettre le rapport' }));
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  const [message, payload] = record.mock.calls[0] ?? [];
  expect(message).toBe(reportEdit);
  const { answers, ...said } = reportEdit.payload.parse(payload);
  expect(said).toMatchObject({ report: id, submit: true, customerSignature: { name: 'Mme Client' } });
  expect(answers.some(({ value }) => value === 'Paul Martin, 3 h 10')).toBe(true);
  expect(answers.some(({ files }) => files !== undefined)).toBe(false);
});
