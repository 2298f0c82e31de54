// Documents of an agent: the information sheet (F-044) and the list of his equipment.
import { Agent } from '#core/agents/agent.ts';
import { downloadInformation } from '#core/agents/badge.ts';
import { AgentItems, downloadAgentItems, readAgentItems, saveAgentItems } from '#core/agents/items.ts';
import { entityNamed } from '#core/entities.ts';
import { flatFields, isShown, valueAt } from '#core/kernel/entity.ts';
import type { Fields } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { type Call, type Handler, handle, type RawJson } from '#server/kernel/call.ts';
import { read } from '#server/kernel/list.ts';
import { type Plan, planOf } from '#server/kernel/plan.ts';
import { save } from '#server/kernel/save.ts';
import { type Content, facts, grid } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { inWords, lineInWords } from '#server/pdf/words.ts';
import { type HeldPieces, heldPieces } from '#server/stock/held.ts';
import { agentExtension } from './agents.ts';
import { badgeRow, photoOf } from './badge-facts.ts';

type Values = Record<string, unknown>;

const sheetPlan = planOf(Agent, agentExtension, entityNamed);
const itemsPlan = planOf(AgentItems, {}, entityNamed);

/** The row as the caller may see it; sealed values are masked. */
const rowOf = async (plan: Plan, call: Call): Promise<Values> =>
  (JSON.parse(((await read(plan, call)) as RawJson).text) as { agent: Values }).agent;

/** The agency's notes and planning settings are not on the sheet. */
const printedSections = ['Identité', 'Coordonnées', 'Réglementaire', 'Contrats', 'Données protégées', 'Paie'];
const hiddenPaths = new Set(['agentInfos.generateRegistrationNumber', 'profilePicture']);

function section(title: string, sheet: Values, currency: string): Content[] {
  const fields = flatFields(Agent.fields).filter(
    ([path, field]) => field.section === title && !hiddenPaths.has(path) && isShown(field, sheet, 'agency'),
  );
  const plainOnes = fields.filter(([, { kind }]) => kind !== 'lines');
  const lists = fields.flatMap(([path, field]): Content[] => {
    if (field.kind !== 'lines') return [];
    const lines = (valueAt(sheet, path) ?? []) as Values[];
    const printed = lines
      .map((line) => lineInWords(field.fields as Fields, line, currency))
      .filter((line) => line !== '');
    return printed.length === 0
      ? []
      : [
          grid(
            ['*'],
            [field.label],
            printed.map((line) => [line]),
          ),
        ];
  });
  const known = plainOnes.map(([path, field]): [string, string] => [
    field.label,
    inWords(field, valueAt(sheet, path), currency),
  ]);
  if (lists.length === 0 && known.every(([, value]) => value === '')) return [];
  return [
    // Keep a heading with its content.
    { unbreakable: true, stack: [{ text: title, style: 'section' }, ...(known.length > 0 ? [facts(known)] : [])] },
    ...lists.map((list): Content => ({ margin: [0, 6, 0, 0], stack: [list] })),
  ];
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const dayText = (day: unknown): string => (day ? frenchDay(String(day)) : '');

/** The pieces of stock that he holds; with plain lists, the items of his. */
function equipment(pieces: readonly HeldPieces[] | null, items: readonly Values[]): Content {
  if ((pieces ?? items).length === 0) return { text: 'Aucun matériel n’est enregistré pour ce collaborateur.' };
  return pieces
    ? grid(
        ['*', 45, 80, 60, 70, '*'],
        ['Désignation', 'Quantité', 'Référence', 'Remis le', 'À restituer le', 'Commentaire'],
        pieces.map(({ title, pieces: count, reference, since, until, comment }) => [
          ...[title, String(count), text(reference), dayText(since), dayText(until), text(comment)],
        ]),
      )
    : grid(
        ['*', 45, 120, 70, '*'],
        ['Désignation', 'Quantité', 'Référence', 'Expire le', 'Commentaire'],
        items.map(({ name, quantity, reference, expiry, comment }) => [
          ...[text(name), text(quantity), text(reference), dayText(expiry), text(comment)],
        ]),
      );
}

export const sheetHandlers: Handler[] = [
  handle(downloadInformation, async (call) => {
    const sheet = await rowOf(sheetPlan, call as unknown as Call);
    const { photoHash } = await badgeRow(call.db, String(sheet.id));
    const photo = await photoOf(call.services.files, photoHash);
    const house = await identityOf(call);
    const [first, ...others] = printedSections.flatMap((title) => [section(title, sheet, house.currency)]);
    const identity: Content = photo
      ? {
          columns: [
            { width: '*', stack: first ?? [] },
            { width: 72, image: `data:image/jpeg;base64,${photo.toString('base64')}` },
          ],
          columnGap: 12,
        }
      : { stack: first ?? [] };
    const pdf = await draw('writePdf', {
      title: 'Fiche de renseignements',
      subtitle: String(sheet.fullname),
      house,
      content: [identity, ...others.flat()],
      now: call.now,
    });
    return fileReply(pdf, `Fiche de renseignements ${String(sheet.fullname)}.pdf`, 'application/pdf');
  }),

  { endpoint: readAgentItems, work: (call) => read(itemsPlan, call) },

  handle(saveAgentItems, async (call) => {
    const { id } = call.params;
    const { agentInfos, ...body } = call.input as Values & { agentInfos?: Values };
    const { id: inner, ...infos } = agentInfos ?? {};
    const other = [body.id, inner].find((sent) => sent != null && sent !== id);
    if (other !== undefined)
      throw new Problem('invalid', 'Identifiant invalide', {
        violations: [{ path: body.id === other ? 'id' : 'agentInfos.id', message: 'Identifiant invalide' }],
      });
    return (await save(itemsPlan, { ...call, input: { ...body, id, agentInfos: infos } } as unknown as Call)) as never;
  }),

  handle(downloadAgentItems, async (call) => {
    const sheet = await rowOf(itemsPlan, call as unknown as Call);
    const items = (valueAt(sheet, 'agentInfos.items') ?? []) as Values[];
    const house = await identityOf(call);
    const pieces = await heldPieces(call.db, String(sheet.id));
    const pdf = await draw('writePdf', {
      title: 'Fiche de remise de matériel',
      subtitle: String(sheet.fullname),
      house,
      content: [
        equipment(pieces, items),
        {
          margin: [0, 24, 0, 0],
          columns: [
            { stack: ['Pour l’agence', { text: 'Date et signature', style: 'quiet' }] },
            { stack: [`Reçu par ${String(sheet.fullname)}`, { text: 'Date et signature', style: 'quiet' }] },
          ],
        },
      ],
      now: call.now,
    });
    return fileReply(pdf, `Matériel ${String(sheet.fullname)}.pdf`, 'application/pdf');
  }),
];
