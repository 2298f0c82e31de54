import { screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { Service } from '#core/planning/service.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { Sheet } from '#ui/EntityDialog/Sheet.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { Consents } from './Consents.tsx';
import { useServiceExtras } from './serviceExtras.tsx';
import { SpanHost } from './span.tsx';

const id = (end: number): string => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const draft = { startAt: '2027-03-09T07:00:00.000Z', endAt: '2027-03-09T17:00:00.000Z', site: { id: id(7) } };
const row = (end: number, more: object = {}) => ({ id: id(end), version: 1, seriesId: null, ...more }) as never;

let requests: StubRequest[];
let extras: DialogExtras;
function Host(): ReactNode {
  const made = useServiceExtras('page');
  useEffect(() => {
    extras = made;
  }, [made]);
  return <p>Prêt</p>;
}
const shown = async () => {
  const user = showPage(
    <>
      <Host />
      <AnomaliesHost />
      <SpanHost />
    </>,
  );
  await screen.findByText('Prêt');
  return user;
};
const send = (...args: [Record<string, unknown>, never, string, boolean]) =>
  extras.send?.(...args) ?? Promise.resolve(null);
const written = (): StubRequest[] =>
  requests.filter(({ method, path }) => method !== 'GET' && /circuits$|services\//.test(path));

const answers = (saved: (call: StubRequest) => Reply): void => {
  requests = serve((call): Reply => {
    if (call.path.endsWith('/series')) return [200, { one: 1, following: 3, all: 5 }];
    if (call.method === 'GET') return [200, { service: rowOf(Service, { id: id(9), version: 2 }) }];
    return saved(call);
  });
};
const ok: Reply = [200, { services: [{ id: id(9), version: 2 }] }];
const moved: Reply = [200, { services: [{ id: id(9), version: 2 }], refused: [] }];

beforeEach(() => {
  startAfresh();
});

test('creating a service asks one question, which Enter answers', async () => {
  answers(() => ok);
  const user = await shown();
  const saved = send(draft, null as never, 'k', false);
  await screen.findByRole('dialog', { name: 'Créer 1 service(s) ?' });
  expect(written()).toEqual([]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Créer'));
  await user.keyboard('{Enter}');
  expect(await saved).toMatchObject({ id: id(9) });
  expect(written()).toHaveLength(1);
});

test('a confirmed service sent again after a lost answer is the same act', async () => {
  const warning = { code: '11-hour rest', level: 1, message: 'Repos de 9 h', article: null };
  let lost = true;
  answers(({ body }) => {
    if (!(body as { confirmed?: boolean }).confirmed)
      return refusal(409, 'À confirmer', {
        errors: [{ ...warning, index: 0, service: null, agent: { id: id(1), name: 'Ada' } }],
      });
    return lost ? [502] : ok;
  });
  const user = await shown();
  const create = async (): Promise<unknown> => {
    const saved = send(draft, null as never, 'k', false).catch((error: Error) => error.message);
    await user.click(await screen.findByRole('button', { name: 'Créer' }));
    await user.click(await screen.findByRole('button', { name: 'Enregistrer quand même' }));
    return saved;
  };
  expect(await create()).toBe(messages.network);
  lost = false;
  expect(await create()).toMatchObject({ id: id(9) });
  const [first, second] = written().filter(({ body }) => (body as { confirmed?: boolean }).confirmed);
  expect(second?.key).toBe(first?.key);
  expect(new Set(written().map(({ key }) => key)).size).toBe(2);
});

test('a service that a colleague saved meanwhile is not saved over: the form gets his version', async () => {
  const current = rowOf(Service, { id: id(9), version: 2, postTitle: 'Sud' });
  answers(() => refusal(409, 'Cette fiche a été modifiée entre-temps.', { current }));
  const user = await shown();
  const saved = send({ id: id(9), version: 1, postTitle: 'Nord' }, row(9), 'k', false).catch((error: unknown) => error);
  await user.click(await screen.findByRole('button', { name: 'Modifier' }));
  expect(await saved).toMatchObject({ kind: 'conflict', details: { current: { version: 2, postTitle: 'Sud' } } });
  expect(written().map(({ body }) => body)).toMatchObject([{ service: { version: 1, postTitle: 'Nord' } }]);
  expect(screen.queryByRole('dialog', { name: /anomalies/ })).toBeNull();
});

test('answering no saves nothing', async () => {
  answers(() => ok);
  const user = await shown();
  const saved = send({ postTitle: 'A' }, row(9), 'k', false);
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Modifier 1 service(s) ?' })).getByRole('button', {
      name: 'Annuler',
    }),
  );
  expect(await saved).toBeNull();
  expect(written()).toEqual([]);
});

test('a finished service is saved alone, without the question of its series', async () => {
  answers(() => ok);
  const user = await shown();
  const saved = send({ comment: 'Clés rendues' }, row(9, { seriesId: id(5), status: 300 }), 'k', false);
  await screen.findByRole('dialog', { name: 'Modifier 1 service(s) ?' });
  await user.keyboard('{Enter}');
  await saved;
  expect(written()[0]?.body).toMatchObject({ filters: { series: 'one' } });
});

test('an archived service shows no codes: neither the day as the API writes it nor the id of its series', async () => {
  answers(() => ok);
  await shown();
  const service = rowOf(Service, { id: id(9), status: 600, startAtDate: '2027-03-09', seriesId: id(5) });
  showPage(<Sheet of={Service} row={service as never} extras={{ ...extras, below: {} }} />);
  await screen.findByText('Référence');
  for (const label of ['Jour', 'Série', 'État de la tournée', 'Anomalies acceptées'])
    expect(screen.queryByText(label)).toBeNull();
});

test('the question of a series shows how many services the change affects', async () => {
  answers(() => ok);
  const user = await shown();
  const saved = send({ postTitle: 'A' }, row(9, { seriesId: id(5) }), 'k', false);
  await user.click(await screen.findByRole('radio', { name: 'Ce service et les suivants (3)' }));
  await screen.findByRole('dialog', { name: 'Modifier 3 service(s) ?' });
  await user.keyboard('{Enter}');
  await saved;
  expect(written()[0]?.body).toMatchObject({ filters: { series: 'following' } });
});

test('editing several services asks once, each without its series, and shows their warnings one after the other', async () => {
  const warning = (index: number) => ({
    index: 0,
    service: id(index),
    agent: { id: id(1), name: `Agent ${index}` },
    code: '11-hour rest',
    level: 1,
    message: `Repos de ${index} h`,
    article: null,
  });
  answers(({ path, body }) =>
    (body as { confirmed?: boolean }).confirmed
      ? ok
      : refusal(409, 'À confirmer', { errors: [warning(path.endsWith(id(8)) ? 8 : 9)] }),
  );
  const user = await shown();
  const sure = extras.askMany?.([8, 9].map((end) => ({ values: {}, row: row(end) })));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Modifier 2 service(s) ?' })).getByRole('button', {
      name: 'Modifier',
    }),
  );
  expect(await sure).toBe(true);
  const both = Promise.all(
    [8, 9].map((end) => send({ postTitle: 'A' }, row(end, { seriesId: id(5) }), `k${end}`, true)),
  );
  for (const hours of ['Repos de 8 h', 'Repos de 9 h']) {
    await screen.findByText(hours);
    await user.click(screen.getByRole('button', { name: 'Enregistrer quand même' }));
  }
  expect((await both).every(Boolean)).toBe(true);
  expect(written().filter(({ body }) => (body as { confirmed?: boolean }).confirmed)).toHaveLength(2);
});

test('« Reprogrammation » of several services asks once about what the checks find, and cancels with no', async () => {
  const warning = { index: 0, service: id(8), agent: null, code: '11-hour rest', level: 1, message: 'Repos de 8 h' };
  answers(({ body }) =>
    (body as { confirmed?: boolean }).confirmed
      ? moved
      : refusal(409, 'À confirmer', { errors: [{ ...warning, article: null }] }),
  );
  const user = await shown();
  expect(await extras.beforeMove?.('unschedule', [row(8)], '2027-01-01')).toBeUndefined();
  for (const [button, isMade] of [
    ['Modifier la saisie', false],
    ['Enregistrer quand même', true],
  ] as const) {
    const asked = extras.beforeMove?.('reschedule', [row(8), row(9)], '2027-01-01');
    await screen.findByText('Repos de 8 h');
    await user.click(screen.getByRole('button', { name: button }));
    const make = await asked;
    expect(make === null).toBe(!isMade);
    if (make) expect(await make(row(9))).toMatchObject({ id: id(9) });
  }
  expect(written().at(-1)?.body).toEqual({ services: [id(8), id(9)], confirmed: true });
});

test('« Reprogrammation » moves those that may be; each refused one has its reason', async () => {
  answers(({ path }) =>
    path.endsWith('/services/reschedule')
      ? [
          200,
          { services: [{ id: id(8), version: 2 }], refused: [{ id: id(9), name: 'Port', why: 'Port est archivé' }] },
        ]
      : ok,
  );
  await shown();
  const make = await extras.beforeMove?.('reschedule', [row(8), row(9)], '2027-01-01');
  expect(await make?.(row(8))).toBeTruthy();
  await expect(make?.(row(9))).rejects.toThrow('Port est archivé');
});

test('the consents of agents are below them, with means and date', async () => {
  requests = serve(
    (): Reply => [
      200,
      {
        consents: [
          {
            id: id(3),
            agent: 'Aline Petit',
            means: 'PHONE',
            obtainedAt: '2027-03-08T09:30:00.000Z',
            comment: null,
            author: 'Paul Régis',
          },
        ],
      },
    ],
  );
  showPage(<Consents values={{ id: id(9) }} />);
  expect((await screen.findByRole('listitem')).textContent).toBe(
    'Aline Petit, par téléphone, le 08/03/2027 10:30 (noté par Paul Régis)',
  );
});

test('consents that cannot be read show an error', async () => {
  requests = serve((): Reply => refusal(500, 'Erreur inattendue'));
  showPage(<Consents values={{ id: id(9) }} />);
  expect((await screen.findByRole('alert')).textContent).toContain('n’ont pas pu être lus');
});
