import { describe, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Agent } from '#core/agents/agent.ts';
import { AgentContractExpiration, AgentExpiration, ExpirationType } from '#core/agents/expirations.ts';
import { AgentItemExpiration } from '#core/agents/items.ts';
import { exportAgents } from '#core/agents/register.ts';
import { countExpirations } from '#core/agents/reminders.ts';
import { wallClock } from '#core/kernel/clock.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { erasePerson } from '#core/privacy/person.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';
import { remindOf } from './reminders.ts';

const here = await world();
const { as, agency, people, sql } = here;
const owner = as('owner');

const operation = (name: Operation, of: Entity = Agent): Endpoint => endpointOf(of, name);
const listed = async (of: Entity, filters: object): Promise<number> =>
  ((await owner.call(operation('list', of), { input: { filters } })) as AnyRow).filtered;
const types: AnyRow[] = ((await owner.call(operation('list', ExpirationType), { input: {} })) as AnyRow)
  .expirationTypes;
const typeNamed = (name: string): { id: string } => ({ id: types.find((type) => type.name === name)?.id as string });
const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const contract = (more: object = {}): object => ({
  type: 'CDI',
  startDate: '2024-01-01',
  hoursLimit: 35,
  period: 'WEEK',
  ...more,
});
async function hired(lastname: string, agentInfos: object = {}, more: object = {}): Promise<string> {
  const infos = {
    nationality: 'Française',
    birthDate: '1990-05-01',
    gender: 1,
    contracts: [contract()],
    ...agentInfos,
  };
  const input = { firstname: 'Jean', lastname, position: 'Agent de sécurité', agentInfos: infos, ...more };
  return ((await owner.call(operation('save'), { input })) as AnyRow).agent.id;
}

describe('the staff register', () => {
  test('is listed line by line only with the right to export', async () => {
    await hired('Premier', { contracts: [contract({ startDate: '2020-01-01' })] });
    const temp = await hired('Second', {
      type: 'TEMPORARY',
      contracts: [
        contract({
          type: 'INTERIM',
          startDate: '2021-01-01',
          endDate: dayIn(30),
          employerName: 'Intérim Sud',
          employerAddress: 'Nice',
        }),
      ],
    });
    await hired('Stagiaire', { contracts: [contract({ type: 'INTERNSHIP', startDate: '2022-01-01' })] });
    await hired('Exterieur', { type: 'EXTERNAL', externalCompanyName: 'Autre' });
    const bare = await hired('Sans', { contracts: [] });
    const register = await owner.call(exportAgents, { input: {} });
    expect(register.day).toBe(today);
    const shown = register.agents.filter(({ lastname }) =>
      ['Premier', 'Second', 'Stagiaire', 'Exterieur', 'Sans'].includes(lastname),
    );
    expect(shown.map(({ part, lastname, mentions }) => [part, lastname, mentions])).toEqual([
      ['STAFF', 'Premier', ''],
      ['STAFF', 'Second', 'Salarié temporaire (Intérim Sud, Nice)'],
      ['TRAINEE', 'Stagiaire', 'Convention de stage'],
    ]);
    expect(shown[1]).toMatchObject({
      agentId: temp,
      sex: 'Homme',
      birthDate: '1990-05-01',
      entryDate: '2021-01-01',
      exitDate: null,
    });
    expect(register.withoutContract).toContainEqual({ id: bare, name: 'Jean Sans' });
    const barred = as(await here.hire('sansexport', { of: 'azur', rights: ['listAgents'] }));
    expect((await barred.answer(exportAgents, { input: {} })).body.right).toBe('exportData');
    expect((await as('foreignOwner').call(exportAgents, { input: {} })).agents).toEqual([]);
  });

  test('cannot be requested for a future day', async () => {
    await hired('Tardif', { contracts: [contract({ startDate: dayIn(-10) })] });
    const before = await owner.call(exportAgents, { input: { day: dayIn(-11) } });
    expect(before.agents.map(({ lastname }) => lastname)).not.toContain('Tardif');
    expect(await owner.answer(exportAgents, { input: { day: dayIn(1) } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'day' }] },
    });
    expect((await owner.answer(exportAgents, { input: { day: 'hier' } })).status).toBe(400);
  });

  test('keeps the name of an erased agent for the legal time, and audits each reading', async () => {
    const id = await hired('Oublié', { contracts: [contract({ startDate: '2023-01-01', endDate: dayIn(-20) })] });
    await sql('update agents set status = 300 where id = $1', [id]);
    await owner.call(erasePerson, { params: { kind: 'agent', id }, input: { confirmed: true } });
    const [stored] = await sql<{ lastname: string }>('select lastname from agents where id = $1', [id]);
    expect(stored?.lastname).not.toBe('Oublié');
    const { agents } = await owner.call(exportAgents, { input: {} });
    expect(agents.find(({ agentId }) => agentId === id)).toMatchObject({
      lastname: 'Oublié',
      nationality: 'Française',
      exitDate: dayIn(-20),
    });
    const [line] = await sql<{ count: number }>(
      `select count(*)::integer as count from audit where entity_id = $1 and action = 'readRegister'`,
      [id],
    );
    expect(line?.count).toBe(1);
  });

  test('is printed with both parts and every column', async () => {
    const { token } = await here.sessionOf('owner');
    const answer = await here.app.inject({
      url: `/api/agency/${agency.id}/export/agents/register?day=${today}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers['content-type']).toBe('application/pdf');
    const { text, pages } = await openPdf(answer.rawPayload);
    expect(pages[0]?.width).toBeGreaterThan(pages[0]?.height ?? 0);
    for (const expected of [
      'Registre unique du personnel',
      frenchDay(today),
      'Personnel',
      'Stagiaires',
      'Premier',
      'Nationalité',
      'Titre de travail',
      'Intérim Sud',
    ])
      expect(text).toContain(expected);
  });
});

describe('expirations', () => {
  const papers = (days: number, type = 'SST'): object => ({ type: typeNamed(type), expiresAt: dayIn(days) });

  test('are counted by state like in their lists, with the right to list them', async () => {
    await hired('Compté', {
      expirations: [
        papers(-5),
        papers(400),
        papers(-5, 'SSIAP'),
        papers(10, 'MAC APS'),
        papers(45, 'Visite médicale'),
        papers(80, 'Permis de conduire'),
      ],
      contracts: [contract({ endDate: dayIn(12) })],
      items: [{ name: 'Gilet', expiry: dayIn(-1) }],
    });
    const { expirations } = await owner.call(countExpirations, {});
    for (const state of ['EXPIRED', 'SOON', 'WATCH', 'NEXT'] as const) {
      expect(expirations.agentExpirations?.[state]).toBe(await listed(AgentExpiration, { state, replaced: false }));
      expect(expirations.agentContractExpirations?.[state]).toBe(await listed(AgentContractExpiration, { state }));
      expect(expirations.agentItems?.[state]).toBe(await listed(AgentItemExpiration, { state }));
    }
    expect(expirations.agentExpirations).toEqual({ EXPIRED: 1, SOON: 1, WATCH: 1, NEXT: 1 });
    const some = as(await here.hire('partiel', { of: 'azur', rights: ['listAgentItemExpirations'] }));
    expect((await some.call(countExpirations, {})).expirations).toMatchObject({
      agentExpirations: null,
      agentContractExpirations: null,
      agentItems: { EXPIRED: 1 },
    });
  });

  test('are mailed each morning, once per step, to holders of the right and to the agent for his own papers', async () => {
    await sql('delete from agent_expirations');
    await sql('delete from agent_contracts');
    await sql('delete from agent_items');
    const copied = await here.hire('copie', { of: 'azur', rights: ['receiveAgentExpirationCopy'] });
    await sql('update agents set email = $2 where user_id = $1', [copied.id, copied.email]);
    await sql('update agents set email = $2 where user_id = $1', [people.owner.id, people.owner.email]);
    await hired(
      'Échéant',
      {
        expirations: [{ ...papers(80, 'Carte professionnelle'), number: 'CAR-1' }, papers(25)],
        items: [{ name: 'Radio', expiry: today }],
      },
      { email: 'echeant@vigie.example' },
    );
    // A person chosen in the settings needs no right.
    const chosen = await hired('Choisi', { contracts: [] }, { email: 'choisi@vigie.example' });
    await owner.call(operation('save', Agency), {
      input: {
        id: agency.id,
        agentExpirationSettings: {
          recipients: [{ id: chosen }],
          header: 'Service du personnel de {agence}',
          footer: 'Ne répondez pas à ce message.',
        },
      },
    });
    await hired('Muet', { expirations: [papers(200)] }, { email: 'muet@vigie.example' });
    const mails = (): Promise<
      { recipients: string[]; subject: string; content: { words: { paragraphs: string[] } } }[]
    > =>
      sql(
        `select recipients, subject, content from emails where reason = 'agentExpiration' order by recipients[1]`,
      ) as never;
    const morning = (): Promise<void> => remindOf(agency.id, servicesOf(here.app), new Date());
    // Two concurrent processes send once.
    await Promise.all([morning(), morning()]);
    const sent = await mails();
    expect(sent.map(({ recipients }) => String(recipients[0])).toSorted()).toEqual(
      [copied.email, 'echeant@vigie.example', people.staff.email, 'choisi@vigie.example'].toSorted(),
    );
    const staff = sent.find(({ recipients }) => recipients[0] === copied.email);
    expect(staff?.subject).toBe(`${agency.name} : 3 échéances à suivre`);
    const sentText = staff?.content.words.paragraphs.join('\n') ?? '';
    expect(sentText).toContain(
      `Jean Échéant – Carte professionnelle n° CAR-1 : expire le ${frenchDay(dayIn(80))} (dans 80 jours) ; renouvellement à demander avant le`,
    );
    expect(sentText).toContain('Radio : expire le');
    expect(sentText).toContain('(aujourd’hui)');
    expect(sentText).not.toContain('Muet');
    expect(sentText.startsWith(`Service du personnel de ${agency.name}\nBonjour ${copied.fullname},`)).toBe(true);
    expect(sentText.endsWith(`Cordialement,\n${agency.name}\nNe répondez pas à ce message.`)).toBe(true);
    const own =
      sent.find(({ recipients }) => recipients[0] === 'echeant@vigie.example')?.content.words.paragraphs.join('\n') ??
      '';
    expect(own).toContain('Carte professionnelle n° CAR-1');
    expect(own).not.toContain('Radio');
    await morning();
    expect(await mails()).toHaveLength(4);
    // A paper with a new end date counts as a new paper.
    await sql(`update agent_expirations set expires_at = $1 where number = 'CAR-1'`, [dayIn(50)]);
    await morning();
    expect(await mails()).toHaveLength(8);
    // The agency notifies its agents itself.
    await owner.call(operation('save', Agency), {
      input: { id: agency.id, agentExpirationSettings: { notifyAgents: false } },
    });
    await sql(`update agent_expirations set expires_at = $1 where number = 'CAR-1'`, [dayIn(49)]);
    await morning();
    expect(await mails()).toHaveLength(11);
    // Full stock: plain lists are out of use.
    await sql('update agencies set simplified_stock = false where id = $1', [agency.id]);
    await sql('update agent_items set expiry = $1', [dayIn(1)]);
    await morning();
    expect(await mails()).toHaveLength(11);
    await sql('update agencies set simplified_stock = true where id = $1', [agency.id]);
    // The owner is told where nobody else is.
    await sql(`update agents set rights = array_remove(rights, 'receiveAgentExpirationCopy') where agency_id = $1`, [
      agency.id,
    ]);
    await owner.call(operation('save', Agency), {
      input: { id: agency.id, agentExpirationSettings: { recipients: [] } },
    });
    await sql('delete from emails');
    await sql(`update agent_expirations set expires_at = $1 where number = 'CAR-1'`, [dayIn(48)]);
    await morning();
    expect((await mails()).map(({ recipients }) => recipients)).toEqual([[people.owner.email]]);
  });
});
