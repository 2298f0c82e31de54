import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { AgencyReport, reportStatus } from '#core/reports/report.ts';
import { defaultTemplate, sectionsOf } from '#core/reports/template.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { refusedTo } from '#ui/may.ts';
import { SignaturePad } from '#ui/SignaturePad.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import { inputOf, namedAlone, type ReportRow, unsignedBy, valuesOf } from './answers.ts';
import Reports from './Reports.tsx';
import ServiceReport from './ServiceReport.tsx';

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-0000000000f${last}`;
const fields = defaultTemplate('intervention', 'STANDARD').sections.flatMap(({ title, fields: list }) =>
  list.map((one) => ({ ...one, section: title })),
);
const report = (more: object = {}, findings = 'Vitre brisée côté quai') =>
  rowOf(AgencyReport, {
    ...{ id: id(1), reference: 'RI-000007', discr: 'intervention', status: 200, at: '2026-11-16T21:15:00.000Z' },
    ...{ site: { id: id(2), name: 'Entrepôt Carros' }, service: { id: id(3), name: 'S-000012' }, edition: 1 },
    answers: fields.map(({ section, key, label, kind, required }, index) => ({
      ...{ id: `01900000-0000-7000-8000-00000000${(1000 + index).toString()}`, section, key, label, kind, required },
      ...{ value: key === 'findings' ? findings : null, files: [] },
    })),
    ...more,
  });

function serving(row = report()): StubRequest[] {
  return serve(({ path, method }): Reply => {
    if (path.endsWith('/fetch/agencyReports'))
      return [200, { agencyReports: [listedOf(AgencyReport, row)], filtered: 1 }];
    if (path.endsWith('/report-templates')) return [200, { templates: [defaultTemplate('intervention', 'STANDARD')] }];
    if (path.endsWith('/report-template'))
      return [200, { template: { ...defaultTemplate('intervention', 'STANDARD'), edition: 1 } }];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (method === 'GET' && path.endsWith('/history')) return [200, { history: [], filtered: 0 }];
    return [200, { agencyReport: row }];
  });
}

const list = <Reports page="reports-2" title="Interventions" description="" add type="intervention" />;

test('the list shows the reports of its type; a report that waits is read and approved in one click', async () => {
  const requests = serving(report({ price: 45.5 }));
  const profile = someProfile({ isOwner: true, rights: [] });
  const swiss = someUser({ userCompanies: [{ ...profile, company: { ...profile.company, currency: 'CHF' } }] });
  const user = showPage(list, sessionOf(swiss, { profileId: null, agency: null }));
  expect(await screen.findByText('RI-000007')).toBeTruthy();
  const listed = requests.find(({ path }) => path.endsWith('/fetch/agencyReports'));
  expect(JSON.stringify(listed?.body)).toContain('"discr":["intervention"]');
  await user.click(screen.getByText('RI-000007'));
  expect(await screen.findByText('Vitre brisée côté quai')).toBeTruthy();
  expect(screen.getByText(/^45,50\sCHF$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Valider' }));
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/approve'))).toBe(true));
});

test('the form asks for the fields of the template that the report keeps, and sends only what changed', () => {
  const row = report() as unknown as ReportRow;
  const sections = sectionsOf(row.answers);
  expect(sections.map(({ title }) => title)).toEqual(['Alerte', 'Intervention', 'Suites']);
  expect((valuesOf(row).answers as Record<string, unknown>).findings).toBe('Vitre brisée côté quai');
  const all = sections.flatMap((one) => [...one.fields]);
  const draft = { answers: { breakIn: 'YES', findings: '', pictures: [{ id: id(4) }] }, submit: true };
  expect(inputOf(draft, all, row)).toEqual({
    answers: [
      { key: 'breakIn', value: 'YES' },
      { key: 'findings', value: null },
      { key: 'pictures', files: [{ id: id(4) }] },
    ],
    submit: true,
  });
  expect(inputOf({ customerSignature: { id: id(5) }, customerSigner: 'Mme Client' }, all, row)).toMatchObject({
    customerSignature: { file: { id: id(5) }, name: 'Mme Client' },
  });
});

test('a changed answer of a signed report names the signatures that it removes; a new signature stays', () => {
  const drawn = (last: number) => ({ id: id(last), name: 'x.png', mimeType: 'image/png', size: 1, checksum: 'a' });
  const row = report({
    ...{
      agentSignature: drawn(6),
      agentSigner: 'Paul Martin',
      customerSignature: drawn(7),
      customerSigner: 'Mme Client',
    },
  }) as unknown as ReportRow;
  const values = valuesOf(row);
  expect(unsignedBy(values, row)).toEqual([]);
  const changed = { ...values, answers: { ...(values.answers as object), findings: 'Rien à signaler' } };
  expect(unsignedBy(changed, row)).toEqual(['Paul Martin', 'Mme Client']);
  expect(unsignedBy({ ...changed, customerSignature: drawn(8) }, row)).toEqual(['Paul Martin']);
});

/** The stub server refuses a save over another version, as the server does. */
async function complete(saved: { row: ReturnType<typeof report> }) {
  const requests = serve(({ path, method, body }): Reply => {
    if (path.endsWith('/fetch/agencyReports'))
      return [200, { agencyReports: [listedOf(AgencyReport, saved.row)], filtered: 1 }];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (path.endsWith('/history')) return [200, { history: [] }];
    const isSave = method === 'POST' && path.endsWith('/agencyReport');
    const frozen = reportStatus.states[saved.row.status as 300]?.frozen;
    if (isSave && frozen) return refusal(409, frozen);
    if (method === 'POST' && (body as { version?: number }).version !== saved.row.version)
      return refusal(409, 'Ce rapport a été modifié entre-temps : rouvrez-le');
    return [200, { agencyReport: saved.row }];
  });
  const user = showPage(list);
  await user.click(await screen.findByText('RI-000007'));
  await user.click(await screen.findByRole('button', { name: 'Compléter' }));
  const dialog = within(await screen.findByRole('dialog', { name: "Rapport d'intervention RI-000007" }));
  const findings = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Constat *' });
  const save = () => user.click(dialog.getByRole('button', { name: /^Enregistrer/ }));
  const sent = () =>
    requests.filter(({ path, method }) => method === 'POST' && path.endsWith('/agencyReport')).map(({ body }) => body);
  return { user, dialog, findings, save, sent };
}

test('a cleared answer is sent as empty, with the version that it was typed over, and nothing else', async () => {
  const { user, findings, save, sent } = await complete({ row: report({ version: 3 }) });
  await user.clear(findings);
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toEqual({
    ...{ id: id(1), version: 3, service: { id: id(3) }, submit: false },
    answers: [{ key: 'findings', value: null }],
  });
});

test('an answer that somebody else saved meanwhile is asked about, again after going back, and then saved over it', async () => {
  const saved = { row: report({ version: 3 }) };
  const { user, dialog, findings, save, sent } = await complete(saved);
  await user.type(findings, ' et porte forcée');
  saved.row = report({ version: 4 }, 'Rien à signaler');
  await save();
  expect(await dialog.findByRole('radio', { name: /Rien à signaler/ })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Revenir à la saisie' }));
  await save();
  await user.click(await dialog.findByRole('button', { name: 'Enregistrer ces choix' }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().map((body) => (body as { version: number }).version)).toEqual([3, 3, 4]);
  expect(sent()[2]).toMatchObject({ answers: [{ key: 'findings', value: 'Vitre brisée côté quai et porte forcée' }] });
});

test('what was typed of a report that somebody else approved meanwhile stays, with the reason why it is not saved', async () => {
  const saved = { row: report({ version: 3 }) };
  const { user, dialog, findings, save } = await complete(saved);
  await user.type(findings, ' et porte forcée');
  saved.row = report({ version: 4, status: 300 });
  await save();
  expect(await dialog.findByText(/Ce rapport est validé : il ne se modifie plus/)).toBeTruthy();
  expect(findings.isConnected).toBe(true);
  expect(findings.value).toBe('Vitre brisée côté quai et porte forcée');
});

const parts = { page: 'service', mayLeave: { current: () => Promise.resolve(true) }, onClose: () => undefined };

/** A service whose report somebody else makes. */
function Live(): ReactElement {
  const [agencyReport, setReport] = useState<object | null>(null);
  const row = { id: id(3), version: 1, activityType: 2, missingSignatures: [], agencyReport };
  return (
    <>
      <button type="button" onClick={() => setReport({ id: id(1) })}>
        Ailleurs
      </button>
      <ServiceReport row={row} {...parts} />
    </>
  );
}

test('a new report stays open, with its text, when somebody else makes one of the same service meanwhile', async () => {
  serve(({ path }): Reply => {
    if (path.endsWith('/presence')) return [200, { others: [] }];
    return [200, { template: defaultTemplate('intervention', 'STANDARD'), signature: 'NONE', report: null }];
  });
  const user = showPage(<Live />);
  await user.click(await screen.findByRole('button', { name: 'Rédiger le rapport' }));
  const findings = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Constat *' });
  await user.type(findings, 'Porte forcée');
  fireEvent.click(screen.getByText('Ailleurs'));
  expect([findings.isConnected, findings.value]).toEqual([true, 'Porte forcée']);
});

test('the name of a signer without his signature is refused, and said where he signs', async () => {
  const { user, dialog, save, sent } = await complete({ row: report({ version: 3 }) });
  const name = await dialog.findByRole('textbox', { name: 'Nom du signataire chez le client' });
  await user.type(name, 'Mme Client');
  await save();
  const signature = dialog.getByRole('group', { name: /^Signature du client/ });
  expect(await within(signature).findByText('Ce nom va avec une nouvelle signature : faites signer')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test.each([
  [{ customerSigner: 'Mme Client', customerSignature: { id: id(5) } }, 0],
  [{ customerSigner: null, customerSignature: null }, 0],
  [{ customerSignature: null }, 0],
  [{ customerSigner: 'Mme Client' }, 1],
  [{ customerSigner: null }, 1],
  [{ customerSigner: 'Mme Client', customerSignature: null }, 1],
])('a name without a new drawing is alone: %j', (draft, alone) => {
  expect(namedAlone(draft)).toHaveLength(alone);
});

test('an agency adds a field to a template', async () => {
  const requests = serving();
  showPage(list);
  await screen.findByText('RI-000007');
  fireEvent.click(screen.getByRole('button', { name: 'Modèles' }));
  const dialog = await screen.findByRole('dialog', { name: /Modèles/ });
  const alert = await within(dialog).findByRole('region', { name: 'Alerte' });
  fireEvent.click(within(alert).getByRole('button', { name: 'Champ' }));
  fireEvent.change(within(alert).getByLabelText('Champ 4 de Alerte'), { target: { value: 'Numéro de transmetteur' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/report-template'))).toBe(true));
  const sent = requests.find(({ path }) => path.endsWith('/report-template'))?.body as {
    sections: { fields: { label: string; kind: string }[] }[];
    edition: number;
  };
  expect(sent.edition).toBe(0);
  expect(sent.sections[0]?.fields.at(-1)).toMatchObject({ label: 'Numéro de transmetteur', kind: 'text' });
});

test('a changed template is not lost: leaving it or opening another asks first', async () => {
  serving();
  const user = showPage(list);
  await user.click(await screen.findByRole('button', { name: 'Modèles' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Modèles/ }));
  const [title] = await dialog.findAllByLabelText<HTMLInputElement>('Section');
  await user.type(title as HTMLInputElement, ' reçue');
  const other = dialog.getAllByRole('radio').find((one) => !(one as HTMLInputElement).checked) as HTMLElement;
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(other)]) {
    await leave();
    await user.click(await screen.findByText('Continuer la saisie'));
    await waitFor(() => expect(screen.queryByText('Continuer la saisie')).toBeNull());
  }
  expect(dialog.getAllByLabelText<HTMLInputElement>('Section')[0]?.value).toBe('Alerte reçue');
});

test('the reason of a refusal is not lost by Escape', async () => {
  serving();
  const user = showPage(list);
  await user.click(await screen.findByText('RI-000007'));
  await user.click(await screen.findByRole('button', { name: 'Refuser' }));
  const reason = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Motif' });
  await user.type(reason, 'Photo floue');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
  expect(reason.isConnected).toBe(true);
});

test('a signature is a drawing: nothing to keep before the first stroke', async () => {
  const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const blob = new Blob(['png'], { type: 'image/png' });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(blob));
  const onDone = vi.fn();
  serving();
  showPage(<SignaturePad label="Signature du client" onDone={onDone} />);
  const keep = (await screen.findByRole('button', { name: 'Valider la signature' })) as HTMLButtonElement;
  expect(keep.disabled).toBe(true);
  fireEvent.pointerDown(screen.getByRole('img', { name: 'Signature du client' }), { clientX: 10, clientY: 10 });
  fireEvent.click(keep);
  expect(onDone).toHaveBeenCalledWith(blob);
});

// Requests of absence: those of customers have no module yet.
test.each([
  ['customer', Customer],
  ['report', AgencyReport],
  ['request', Unavailability],
] as const)(
  'the dialog of a %s checks the right before it opens: it names the right and reads nothing (C-023)',
  async (_, of) => {
    const requests = serving();
    const nobody = someUser({ userCompanies: [someProfile({ rights: ['listCheckpoints'] })] });
    const session = sessionOf(nobody, { profileId: null, agency: null });
    const refused = refusedTo(session, of, 'read') as string;
    showPage(<EntityDialog of={of} id={id(1)} page="x" onClose={() => undefined} />, session);
    expect(refused).toMatch(/^Vous ne bénéficiez pas de l'autorisation ".+"\.$/);
    expect((await screen.findByRole('alert')).textContent).toBe(refused);
    expect(requests).toEqual([]);
  },
);

test('on a phone a report says where and who, and a short day last', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        media: query,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
  serving(report({ agent: { id: id(4), name: 'Mehdi Laurent' } }));
  showPage(list);
  const line = (await screen.findByText('RI-000007')).closest('li') as HTMLElement;
  expect(line.querySelector('p')?.textContent).toMatch(/Entrepôt CarrosMehdi Laurent16\/11/);
});
