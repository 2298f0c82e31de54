import { describe, expect, test, vi } from 'vitest';
import { Specialty } from '#core/agencies/specialty.ts';
import { Agent } from '#core/agents/agent.ts';
import { badgeMessages, downloadBadge, individualNumberCode, readBadgeInfos, renewBadge } from '#core/agents/badge.ts';
import { ExpirationType } from '#core/agents/expirations.ts';
import { AgentItemExpiration, readAgentItems, saveAgentItems } from '#core/agents/items.ts';
import { uploadFiles } from '#core/files/files.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { multipart } from '#server/testing/files.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, people, agency, sql } = here;
const owner = as('owner');

const operation = (name: Operation, of: Entity = Agent): Endpoint => endpointOf(of, name);
const types: AnyRow[] = ((await owner.call(operation('list', ExpirationType), { input: {} })) as AnyRow)
  .expirationTypes;
const card = types.find(({ isCard }) => isCard) as AnyRow;
const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const cardNumber = 'CAR-006-2031-05-31-20260123456';
const secrets = { socialSecurityNumber: '190059935012375', bankDetails: 'FR7630006000011234567890189' };

async function hired(agentInfos: object = {}, more: object = {}): Promise<string> {
  const input = {
    firstname: 'Zoé',
    lastname: 'Lefèvre',
    position: 'Agent cynophile',
    agentInfos: {
      cardNumber,
      expirations: [{ type: { id: card.id }, number: cardNumber, expiresAt: dayIn(400) }],
      dogs: [{ name: 'Rex', chipNumber: '250269812345678' }],
      ...agentInfos,
    },
    ...more,
  };
  return ((await owner.call(operation('save'), { input })) as AnyRow).agent.id;
}
const codeOf = async (id: string): Promise<string> =>
  (await sql<{ badge_code: string }>('select badge_code from agents where id = $1', [id]))[0]?.badge_code as string;
const infosOf = async (id: string) => here.anonymous.answer(readBadgeInfos, { params: { code: await codeOf(id) } });
const page = (code: string, more = '') => here.app.inject({ url: `/badge/${code}${more}` });

const tokens = { owner: (await here.sessionOf('owner')).token, agent: (await here.sessionOf('agent')).token };
const own = people.agent.profile?.id as string;
const get = (path: string, who: keyof typeof tokens = 'owner') =>
  here.app.inject({
    url: `/api/agency/${agency.id}${who === 'agent' ? `/agent/${own}` : ''}${path}`,
    headers: { authorization: `Bearer ${tokens[who]}` },
  });
const pdfOf = async (path: string, who: keyof typeof tokens = 'owner'): Promise<string> => {
  const answer = await get(path, who);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return (await openPdf(answer.rawPayload)).text;
};

describe('a badge', () => {
  test('shows the legal mentions, and the chosen specialties or all of them', async () => {
    const specialties: { id: string }[] = [];
    for (const name of ['Palpation', 'Rondier'])
      specialties.push(
        ((await owner.call(operation('save', Specialty), { input: { name } })) as AnyRow).specialty as { id: string },
      );
    await sql(
      `update agencies set approval_number = 'AUT-006-1', street = '1 rue A', zipcode = '06000', city = 'Nice' where id = $1`,
      [agency.id],
    );
    const id = await hired({ specialties });
    const all = await pdfOf(`/badge/agent/${id}`);
    for (const expected of [
      'LEFÈVRE',
      'Zoé',
      'Agent cynophile',
      cardNumber,
      '0123456',
      'Palpation, Rondier',
      'Rex 250269812345678',
      agency.name,
      'AUT-006-1',
      '1 rue A, 06000 Nice',
    ])
      expect(all).toContain(expected);
    await owner.call(operation('save'), {
      input: { id, agentInfos: { agentSettingsBadge: { specialties: [specialties[1]] } } },
    });
    const chosen = await pdfOf(`/badge/agent/${id}?type=pdf`);
    expect(chosen).toContain('Rondier');
    expect(chosen).not.toContain('Palpation');
    await owner.call(operation('save'), { input: { id, agentInfos: { specialties: [specialties[0]] } } });
    const left = await pdfOf(`/badge/agent/${id}`);
    expect(left).toContain('Palpation');
    expect(left).not.toContain('Rondier');
  });

  test('names the employer of a subcontractor’s agent, and the agency he works for', async () => {
    const id = await hired({ type: 'EXTERNAL', externalCompanyName: 'Cap Sûreté' });
    const text = await pdfOf(`/badge/agent/${id}`);
    expect(text).toContain('Cap Sûreté');
    expect(text).toMatch(/Employeur Cap Sûreté Intervient pour /);
    expect(text).toContain(agency.name);
  });

  test('is available as a picture too; other types are refused', async () => {
    const id = await hired();
    const picture = await get(`/badge/agent/${id}?type=png`);
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(await owner.answer(downloadBadge, { params: { id }, query: { type: 'exe' } })).toMatchObject({
      status: 400,
    });
    const number = await get(`/badge/agentIndividualNumber/${id}`);
    expect(number.headers['content-type']).toBe('image/png');
  });

  test('an agent with the right gets only his own', async () => {
    expect(await pdfOf(`/badge/agent/${own}`, 'agent')).toContain(people.agent.fullname.split(' ')[0]);
    const others = await as('agent').answer(downloadBadge, { params: { id: await hired() }, mount: 'agent' });
    expect(others).toMatchObject({ status: 404, body: { message: 'Collaborateur introuvable' } });
    const barred = as(await here.hire('sansbadge', { of: 'azur', rights: [], plannable: true }));
    const refused = await barred.answer(downloadBadge, { params: { id: own }, mount: 'agent' });
    expect(refused).toMatchObject({ status: 403, body: { right: 'downloadOwnBadge' } });
  });

  test('is refused for candidates and former agents', async () => {
    const candidate = await hired({ type: 'NOMINEE' });
    expect(await owner.answer(downloadBadge, { params: { id: candidate } })).toMatchObject({
      status: 409,
      body: { message: badgeMessages.candidate },
    });
    const left = await hired();
    await sql('update agents set status = 300 where id = $1', [left]);
    expect((await owner.answer(downloadBadge, { params: { id: left } })).body.message).toBe(badgeMessages.gone);
    const bare = await hired({ cardNumber: null });
    expect((await owner.answer(individualNumberCode, { params: { id: bare } })).body.message).toBe(
      badgeMessages.noCard,
    );
  });
});

describe('the code of a badge', () => {
  test('shows the public only the name, the agency, the card and whether it is valid', async () => {
    const answer = await infosOf(await hired());
    expect(answer.body).toEqual({
      badge: {
        name: 'Zoé Lefèvre',
        agency: agency.name,
        cardNumber,
        cardExpiresAt: dayIn(400),
        state: 'VALID',
        inOrder: true,
        photoUrl: null,
      },
    });
    const expired = await hired({ expirations: [{ type: { id: card.id }, expiresAt: dayIn(-1) }] });
    expect((await infosOf(expired)).body.badge).toMatchObject({ state: 'EXPIRED', inOrder: false });
    // From before a card needed its validity.
    const unsure = await hired();
    await sql('delete from agent_expirations where agent_id = $1', [unsure]);
    expect((await infosOf(unsure)).body.badge).toMatchObject({ state: 'UNKNOWN', inOrder: false });
    expect((await page(await codeOf(unsure))).body).toContain('Non vérifié');
    const lastDay = await hired({ expirations: [{ type: { id: card.id }, expiresAt: today }] });
    expect((await infosOf(lastDay)).body.badge.inOrder).toBe(true);
  });

  test('shows nothing of archived or deleted agents, or for invalid codes', async () => {
    for (const status of [300, 400]) {
      const id = await hired();
      await sql('update agents set status = $2 where id = $1', [id, status]);
      expect(await infosOf(id)).toMatchObject({ status: 404, body: { message: badgeMessages.unknown } });
      expect((await page(await codeOf(id))).statusCode).toBe(404);
    }
    for (const code of ['x', '%27', 'A'.repeat(32), '0'.repeat(100)])
      expect((await here.anonymous.answer(readBadgeInfos, { params: { code } })).status).toBe(404);
  });

  test('once renewed, the old one is invalid; the history names the author', async () => {
    const id = await hired();
    const old = await codeOf(id);
    await owner.call(renewBadge, { params: { id } });
    expect(await codeOf(id)).not.toBe(old);
    expect((await page(old)).statusCode).toBe(404);
    expect((await page(await codeOf(id))).statusCode).toBe(200);
    const { history } = (await owner.call(operation('history'), { params: { id } })) as AnyRow;
    expect(history[0]).toMatchObject({ action: 'renewBadge', author: people.owner.fullname });
    const reader = as(await here.hire('lecteur', { of: 'azur', rights: ['listAgents', 'readAgent'] }));
    expect((await reader.answer(renewBadge, { params: { id } })).body.right).toBe('editAgent');
  });

  test('opens a plain page without scripts, hidden from search engines, with the same content', async () => {
    const answer = await page(await codeOf(await hired({}, { lastname: '<script>alert(1)</script>' })));
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-robots-tag']).toContain('noindex');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('&lt;script&gt;');
    expect(answer.body).not.toContain('<script');
    for (const expected of ['En règle', agency.name, cardNumber]) expect(answer.body).toContain(expected);
    const none = await page('f'.repeat(32));
    expect([none.statusCode, none.body.includes('Badge non reconnu')]).toEqual([404, true]);
  });

  test('shows the photo as a portrait', async () => {
    const { createCanvas } = await import('@napi-rs/canvas');
    const content = await createCanvas(40, 40).encode('png');
    const { file } = await owner.call(uploadFiles, multipart({ name: 'moi.png', content }));
    const code = await codeOf(await hired({}, { profilePicture: { id: file.id } }));
    expect((await page(code)).body).toContain(`src="/badge/${code}/photo"`);
    const photo = await page(code, '/photo');
    expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
    // The public may ask as often as it likes: it is drawn once.
    const opened = vi.spyOn(servicesOf(here.app).files, 'open');
    const again = await Promise.all([page(code, '/photo'), page(code, '/photo')]);
    expect(again.map(({ rawPayload }) => rawPayload.equals(photo.rawPayload))).toEqual([true, true]);
    expect(opened).not.toHaveBeenCalled();
  });
});

describe('the information sheet', () => {
  test('contains the sheet, with sealed values masked', async () => {
    const text = await pdfOf(
      `/information/agent/${await hired({ ...secrets, birthDate: '1990-05-01', comments: 'Rien à dire' })}`,
    );
    for (const expected of ['Fiche de renseignements', 'Zoé Lefèvre', '01/05/1990', cardNumber, '•'])
      expect(text).toContain(expected);
    for (const hidden of [secrets.socialSecurityNumber, secrets.bankDetails, '1 90 05', 'Rien à dire'])
      expect(text).not.toContain(hidden);
  });

  test('hides contracts and phone numbers without their rights', async () => {
    const contract = {
      type: 'CDI',
      startDate: '2026-01-01',
      hoursLimit: 35,
      period: 'WEEK',
      workPlace: 'Port de Nice',
    };
    const id = await hired({ contracts: [contract] }, { phone: ['0639980012'] });
    const told = ['Port de Nice', /06\s?39\s?98\s?00\s?12/];
    for (const words of told) expect(await pdfOf(`/information/agent/${id}`)).toMatch(words);
    const reader = await here.hire('sobre', { of: 'azur', rights: ['listAgents', 'readAgent'] });
    const { token } = await here.sessionOf(reader);
    const answer = await here.app.inject({
      url: `/api/agency/${agency.id}/information/agent/${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { text } = await openPdf(answer.rawPayload);
    expect(text).toContain('Zoé Lefèvre');
    for (const words of told) expect(text).not.toMatch(words);
  });
});

describe('equipment', () => {
  test('is read and saved in the format of the specification, and printed', async () => {
    const id = await hired();
    const items = [{ name: 'Radio', quantity: 2, reference: 'R-7', expiry: dayIn(10) }, { name: 'Parka' }];
    await owner.call(saveAgentItems, { params: { id }, input: { id, agentInfos: { id, items } } });
    const { agent } = (await owner.call(readAgentItems, { params: { id }, query: { orderBy: 'position' } })) as AnyRow;
    expect(agent.agentInfos.items).toMatchObject([
      { name: 'Radio', position: 0 },
      { name: 'Parka', position: 1 },
    ]);
    const text = await pdfOf(`/agent/${id}/items/pdf`);
    for (const expected of ['Radio', 'R-7', 'Parka', 'Reçu par Zoé Lefèvre']) expect(text).toContain(expected);
    const other = await owner.answer(saveAgentItems, { params: { id }, input: { agentInfos: { id: own, items: [] } } });
    expect(other).toMatchObject({ status: 400, body: { violations: [{ path: 'agentInfos.id' }] } });
    const { agentItems } = (await owner.call(operation('list', AgentItemExpiration), {
      input: { filters: { state: 'SOON' } },
    })) as AnyRow;
    expect(agentItems).toMatchObject([{ name: 'Radio', daysLeft: 10, agent: { id } }]);
  });
});
