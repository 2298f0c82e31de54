import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Service } from '#core/planning/service.ts';
import { reportMessages } from '#core/reports/calls.ts';
import { AgencyReport } from '#core/reports/report.ts';
import { defaultTemplate } from '#core/reports/template.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { queryClient, queryKey } from '#ui/client/queries.tsx';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../../testing/page.tsx';
import { OwnReport } from './OwnReport.tsx';
import { agent, id } from './scene.ts';

beforeEach(startAfresh);

const service = rowOf(Service, {
  ...{ id: id(3), activityType: 2 },
  agencyReport: { id: id(4), reference: 'RI-000007', discr: 'intervention', status: 100, signature: null },
});
const report = (value: string, version: number) => ({
  agencyReport: rowOf(AgencyReport, {
    ...{ id: id(4), reference: 'RI-000007', discr: 'intervention', status: 100, version },
    service: { id: id(3), name: 'S-000012' },
    answers: [
      {
        id: id(5),
        section: 'Suites',
        key: 'findings',
        label: 'Constat',
        kind: 'text',
        required: false,
        value,
        files: [],
      },
    ],
  }),
});

test('the report that an agent completes starts from what it is now, also if it was read a moment ago', async () => {
  serve(({ path }): Reply => {
    if (path.endsWith('/presence')) return [200, { others: [] }];
    return [200, path.endsWith(id(4)) ? report('Écrit sur le téléphone', 2) : { service }];
  });
  const user = showPage(<OwnReport service={id(3)} />, agent());
  const open = await screen.findByRole('button', { name: 'Compléter le rapport' });
  queryClient.setQueryData(queryKey(endpointsOf(AgencyReport).read, { params: { id: id(4) } }), report('', 1));
  await user.click(open);
  const dialog = within(await screen.findByRole('dialog'));
  const findings = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Constat' });
  expect(findings.value).toBe('Écrit sur le téléphone');
});

test('what the agency wrote meanwhile is asked about, without its history, which is not for agents', async () => {
  let now = report('Vu à 21 h', 1);
  const requests = serve(({ path, method }): Reply => {
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (method === 'POST') {
      now = report('Vu à 22 h', 2);
      return refusal(409, 'Ce rapport a été modifié entre-temps : rouvrez-le');
    }
    return [200, path.endsWith(id(4)) ? now : { service }];
  });
  const user = showPage(<OwnReport service={id(3)} />, agent());
  await user.click(await screen.findByRole('button', { name: 'Compléter le rapport' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByRole('textbox', { name: 'Constat' }), ' 30');
  await user.click(dialog.getByRole('button', { name: /^Enregistrer/ }));
  expect(await dialog.findByRole('radio', { name: /Valeur enregistrée.*Vu à 22 h/ })).toBeTruthy();
  expect(requests.filter(({ path }) => path.endsWith('/history'))).toEqual([]);
});

test('a report that the agency takes over and approves while its agent types stays open with his text, and says why it is not saved', async () => {
  let status = 100;
  serve(({ path, method }): Reply => {
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (method === 'POST') return refusal(409, reportMessages.approved);
    const now = report('Vu à 21 h', status === 100 ? 1 : 2);
    if (path.endsWith(id(4))) return [200, { agencyReport: { ...now.agencyReport, status } }];
    return [200, { service: { ...service, agencyReport: { ...(service.agencyReport as object), status } } }];
  });
  const user = showPage(<OwnReport service={id(3)} />, agent());
  await user.click(await screen.findByRole('button', { name: 'Compléter le rapport' }));
  const dialog = within(await screen.findByRole('dialog'));
  const findings = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Constat' });
  await user.type(findings, ' 30');
  status = 300;
  await act(() => queryClient.invalidateQueries());
  await user.click(dialog.getByRole('button', { name: /^Enregistrer/ }));
  expect(await dialog.findByText(reportMessages.approved)).toBeTruthy();
  expect([findings.isConnected, findings.value]).toEqual([true, 'Vu à 21 h 30']);
});

test('a new report stays open, with its text, when his phone sends one of the same service meanwhile', async () => {
  let agencyReport: object | null = null;
  serve(({ path }): Reply => {
    if (path.endsWith('/presence')) return [200, { others: [] }];
    if (path.endsWith(id(4))) return [200, report('Du téléphone', 1)];
    if (path.endsWith(id(3))) return [200, { service: { ...service, agencyReport } }];
    return [200, { template: defaultTemplate('intervention', 'STANDARD'), signature: 'NONE', report: null }];
  });
  const user = showPage(<OwnReport service={id(3)} />, agent());
  await user.click(await screen.findByRole('button', { name: 'Rédiger le rapport' }));
  const findings = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Constat *' });
  await user.type(findings, 'Porte forcée');
  agencyReport = service.agencyReport as object;
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText('Compléter le rapport')).toBeTruthy();
  expect([findings.isConnected, findings.value]).toEqual([true, 'Porte forcée']);
});
