// Valid requests of contracts and of signatures by a link.
import { entityNamed } from '#core/entities.ts';
import { keyedDigest } from '#server/secret.ts';
import { hashOf, oneTimeToken } from '#server/session/tokens.ts';
import { fileOf, smallPng } from './files.ts';
import type { Line, Setting } from './requests.ts';
import type { rowOf } from './rows.ts';

/** What a signatory draws. */
export const drawnName = `data:image/png;base64,${smallPng.toString('base64')}`;

const kinds = ['agent', 'customer'] as const;
type Kind = (typeof kinds)[number];

/** A text and somebody to ask. */
export const completed = (kind: Kind, id: string, { world }: Setting, email: string | null): Promise<unknown> =>
  world.sql(
    `with written as (update ${kind}_contract_papers set content = '<p>Texte</p>' where id = $1 and status = 100 returning agency_id, id)
      insert into ${kind}_contract_signatures (agency_id, id, ${kind}_contract_id, fullname, email) select agency_id, gen_random_uuid(), id, 'Ada Roux', $2 from written`,
    [id, email],
  );

/** Asked by mail, with the token and the code of the link. */
async function asked(kind: Kind, setting: Setting, row: typeof rowOf, own = false) {
  const { world } = setting;
  const mount = own ? setting.mount : 'agency';
  const id = await row(entityNamed(`${kind}Contract`), { ...setting, mount, fresh: true });
  if (own) await world.sql(`update ${kind}_contract_papers set status = 100 where id = $1`, [id]);
  await completed(kind, id, setting, own ? await addressOf(kind, id, setting) : 'ada@roux.example');
  const owner = world.as(setting.where === 'foreign' ? 'foreignOwner' : 'owner');
  const { agency_id: agency } = (
    await world.sql<{ agency_id: string }>(`select agency_id from ${kind}_contract_papers where id = $1`, [id])
  )[0] as { agency_id: string };
  const sent = await owner.inject({ method: 'PATCH', url: `/api/agency/${agency}/contract/${kind}/${id}/send` });
  if (sent.status !== 200) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
  const [token, code] = [oneTimeToken(), '123456'];
  const [party] = await world.sql<{ id: string }>(
    `update signature_parties p set token_hash = $2 from signature_requests r where r.agency_id = p.agency_id and r.id = p.request_id
      and r.${kind}_contract_id = $1 returning p.id`,
    [id, hashOf(token)],
  );
  await world.sql(
    `update signature_parties set code_hash = $2, code_until = now() + interval '1 hour', opened_at = now() where id = $1`,
    [party?.id, keyedDigest(world.environment.secret, 'signature-code', `${party?.id} ${code}`)],
  );
  return { id, token, code };
}

/** A template of the platform. */
async function platformTemplate(kind: Kind, { world }: Setting): Promise<string> {
  const [made] = await world.sql<{ id: string }>(
    `insert into platform_contract_templates (id, kind, title) values (gen_random_uuid(), $1, 'CDI') returning id`,
    [kind],
  );
  return String(made?.id);
}

/** The address of whom the contract is made with: he signs from his account. */
async function addressOf(kind: Kind, id: string, { world, person }: Setting): Promise<string> {
  const [own] = await world.sql<{ email: string }>(
    kind === 'agent'
      ? `update agents a set email = coalesce(a.email, a.id || '@roux.example') from agent_contract_papers c
          where c.id = $1 and a.agency_id = c.agency_id and a.id = c.agent_id returning lower(a.email) as email`
      : `update contacts p set email = coalesce(p.email, p.id || '@roux.example') where p.user_id = $1 returning lower(p.email) as email`,
    [kind === 'agent' ? id : (person ?? world.people.customer).id],
  );
  return own?.email ?? 'ada@roux.example';
}

export function contractLines(row: typeof rowOf): Record<string, Line> {
  const fresh = async (kind: Kind, setting: Setting): Promise<string> =>
    row(entityNamed(`${kind}Contract`), { ...setting, fresh: true });
  const ofKind = (kind: Kind): Record<string, Line> => {
    const name = `${kind}Contract`;
    const byRow: Line = {
      of: name,
      request: async (setting) => ({ params: { id: await row(entityNamed(name), setting) } }),
    };
    return {
      [`preview:${name}`]: { status: 200, request: () => ({ input: { title: 'Aperçu', content: '<p>Texte</p>' } }) },
      [`print:${name}`]: { ...byRow, status: 200 },
      [`steps:${name}`]: byRow,
      [`gaps:${name}`]: byRow,
      [`evidence:${name}`]: {
        of: name,
        status: 200,
        request: async (setting) => ({ params: { id: (await asked(kind, setting, row)).id } }),
      },
      [`duplicate:${name}`]: byRow,
      [`claim:${name}`]: {
        of: name,
        request: async (setting) => ({ params: { id: (await asked(kind, setting, row, true)).id } }),
      },
      [`remove:${name}Template`]: {
        of: `${name}Template`,
        status: 204,
        request: async (setting) => ({
          params: { id: await row(entityNamed(`${name}Template`), { ...setting, fresh: true }) },
        }),
      },
      [`adopt:${name}Template`]: {
        request: async (setting) => ({ params: { id: await platformTemplate(kind, setting) } }),
      },
      [`savePlatformTemplate:${kind}`]: {
        request: () => ({ input: { title: 'CDI', signingOrder: 'ORDER', content: '<p>Texte</p>' } }),
      },
      [`removePlatformTemplate:${kind}`]: {
        status: 204,
        request: async (setting) => ({ params: { id: await platformTemplate(kind, setting) } }),
      },
      [`platformPreview:${kind}`]: { status: 200, request: () => ({ input: { content: '<p>Texte</p>' } }) },
      [`platformContracts:${kind}`]: { request: () => ({ input: { page: 1, limit: 10 } }) },
      [`sign:${name}`]: {
        of: name,
        ofProfile: true,
        request: async (setting) => {
          const id = await fresh(kind, setting);
          await completed(kind, id, setting, null);
          return { input: { id, fullname: 'Ada Roux', consent: true, drawing: drawnName } };
        },
      },
      [`joinScan:${name}`]: {
        of: name,
        ofProfile: true,
        request: async (setting) => ({
          params: { id: (await asked(kind, setting, row)).id },
          input: { file: { id: (await fileOf(setting)).id } },
        }),
      },
      [`patch:${name}`]: {
        of: name,
        move: 'archive',
        request: async (setting) => ({ params: { id: await fresh(kind, setting), type: 'archive' } }),
      },
      [`remove:${name}`]: {
        of: name,
        status: 204,
        request: async (setting) => ({ params: { id: await fresh(kind, setting) } }),
      },
      [`notifyCancelled:${name}`]: {
        of: name,
        request: async (setting) => {
          const id = await fresh(kind, setting);
          await setting.world.sql(`update ${kind}_contract_papers set status = 600 where id = $1`, [id]);
          return { params: { id } };
        },
      },
    };
  };
  const linked = async (setting: Setting) => asked('agent', setting, row);
  const { kind } = { kind: 'agent' };
  return {
    ...ofKind('agent'),
    ...ofKind('customer'),
    readSignature: {
      request: async (setting) => {
        const { id, token } = await linked(setting);
        return { params: { kind, id, token } };
      },
    },
    readSignaturePdf: {
      status: 200,
      request: async (setting) => {
        const { id, token } = await linked(setting);
        return { params: { kind, id, token } };
      },
    },
    askSignatureCode: {
      request: async (setting) => {
        const { id, token } = await linked(setting);
        return { params: { kind }, input: { id, token } };
      },
    },
    signByLink: {
      request: async (setting) => ({
        params: { kind },
        input: { ...(await linked(setting)), consent: true, typed: 'Ada Roux' },
      }),
    },
    refuseByLink: {
      request: async (setting) => ({ params: { kind }, input: { ...(await linked(setting)), reason: 'Non' } }),
    },
    'remove:contractSignatureTemplate': {
      of: 'contractSignatureTemplate',
      status: 204,
      request: async (setting) => ({
        params: { id: await row(entityNamed('contractSignatureTemplate'), { ...setting, fresh: true }) },
      }),
    },
    verifySignature: { request: () => ({ input: { code: 'AAAA-BBBB-CCCC-DDDD' } }) },
  };
}
