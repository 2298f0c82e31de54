import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Site } from '#core/sites/site.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import type { AnyRow } from '#ui/moves.ts';
import { publishAsked } from '../planning/publishAsked.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { beforeLeaving } from './asked.ts';
import { agentRow, contract, id, now, Place, place, sent, service } from './testing/leaving.tsx';

beforeEach(startAfresh);

test('« Annuler » of an archiving gives the contracts and the services back, and names those that somebody changed', async () => {
  const agent = agentRow({ contracts: [contract()] });
  const freed = { freed: [id(9), id(10)], versions: { [id(9)]: 2, [id(10)]: 2 } };
  const changed = 'Modifié entre-temps par Inès Faure : Port, mardi 9 mars, 08:00–18:00.';
  const requests = serve(({ path, body }): Reply => {
    if (path.endsWith('/leave')) return [200, freed];
    if (path.endsWith('/contracts/reopen')) return [204, undefined];
    if (path.endsWith('/give-back'))
      return (body as { confirmed?: boolean }).confirmed
        ? [200, { services: [id(9)], refused: [], changed }]
        : refusal(409, 'Une anomalie', {
            errors: [{ level: 1, code: 'x', message: 'Repos trop court', index: 0, agent: null }] as never,
          });
    if (path.endsWith('/fetch/coming-services'))
      return [200, { services: [service(9), service(10)], filtered: 2, underWay: { services: [], filtered: 0 } }];
    return [200, { agent }];
  });
  const user = showPage(<Place />);
  const askFirst = beforeLeaving(Agent, 'agent');
  const asked = askFirst('archive', [agent], now);
  const archive = await screen.findByRole('button', { name: 'Archiver' });
  await waitFor(() => expect(archive).toHaveProperty('disabled', false));
  await user.click(archive);
  const archived = (await (await asked)?.(agent)) as AnyRow;
  const back = (await askFirst('reactivate', [archived], now))?.(archived);
  await user.click(await screen.findByRole('button', { name: 'Rendre quand même' }));
  expect(await back).toEqual(agent);
  const asks = requests.map(({ path }) => path.split('/').slice(-2).join('/'));
  expect(asks.slice(asks.indexOf('contracts/reopen'))).toEqual([
    'contracts/reopen',
    `${id(1)}/reactivate`,
    'services/give-back',
    'services/give-back',
  ]);
  expect(sent(requests, '/give-back')[0]).toEqual({ agent: id(1), versions: freed.versions });
  expect(await screen.findByText(`1 service rendu. ${changed}`)).toBeTruthy();
  const [see] = screen.getAllByRole('button', { name: 'Voir' }).slice(-1);
  await user.click(see as HTMLElement);
  await waitFor(() => expect(place.at).toMatchObject({ search: { f: { id: [id(10)] } } }));
});

test('« Annuler » withdraws the message about the services, says what came back, and names what did not', async () => {
  const site = rowOf(Site, { id: id(2), name: 'Port', status: 100 }) as unknown as AnyRow;
  const freed = { freed: [id(9), id(10)], versions: { [id(9)]: 2, [id(10)]: 2 }, tours: [id(11)] };
  const away = '2 services déprogrammés, 1 tournée n’y passe plus';
  const refused = [{ id: id(10), name: 'Port, mardi 9 mars, 08:00–18:00', why: 'Karim Benali : repos trop court' }];
  let given: Reply = [200, { services: [id(9)], refused, changed: null }];
  const requests = serve(({ path, body }): Reply => {
    if (path.endsWith('/leave')) return [200, freed];
    if (path.endsWith('/give-back'))
      return (body as { confirmed?: boolean }).confirmed === false
        ? given
        : refusal(409, 'Une anomalie', {
            errors: [{ level: 1, code: 'x', message: 'Repos trop court', index: 0, agent: null }] as never,
          });
    if (path.endsWith('/fetch/coming-services'))
      return [200, { services: [service(9), service(10)], filtered: 2, underWay: { services: [], filtered: 0 } }];
    return [200, { site }];
  });
  const user = showPage(<Place />);
  const askFirst = beforeLeaving(Site, 'site');
  const archiveAndUndo = async (): Promise<void> => {
    const asked = askFirst('archive', [site], now);
    const archive = await screen.findByRole('button', { name: 'Archiver' });
    await waitFor(() => expect(archive).toHaveProperty('disabled', false));
    await user.click(archive);
    const archived = (await (await asked)?.(site)) as AnyRow;
    expect(await screen.findByText(away)).toBeTruthy();
    const back = (await askFirst('reactivate', [archived], now))?.(archived);
    expect(await screen.findByText(/^La fiche est de nouveau active/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(away)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Ne pas rendre ces services' }));
    await back;
  };
  await archiveAndUndo();
  expect(await screen.findByText('1 tournée n’y passe toujours pas : ajoutez-lui ses étapes')).toBeTruthy();
  expect(sent(requests, '/give-back').at(-1)).toEqual({ versions: freed.versions, confirmed: false });
  const told = await screen.findByText(
    '1 service rendu. 1 service reste déprogrammé : Port, mardi 9 mars, 08:00–18:00 (Karim Benali : repos trop court)',
  );
  expect(told.closest('.mantine-Notification-root')?.getAttribute('style')).toContain('yellow');
  await user.click(screen.getByRole('button', { name: 'Publier…' }));
  expect(publishAsked.get()).toEqual({ services: [id(10)] });
  publishAsked.set(null);

  // A refusal leaves the services away: the message is back.
  given = refusal(409, 'Refusé');
  await archiveAndUndo();
  expect(await screen.findByText(away)).toBeTruthy();
});
