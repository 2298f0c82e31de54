// A contract on paper: its text with the variables filled in, the places of the signatures; later the page of signatures and
// the evidence.

import { signatoryRoles } from '#core/contracts/contract.ts';
import { type ContractKind, exampleValues } from '#core/contracts/variables.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { filesOfHtml } from '#core/kernel/html.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { StepLine } from '#core/signing/steps.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { named } from '#server/kernel/plan.ts';
import { type Content, facts, grid, plain } from '#server/pdf/document.ts';
import { draw } from '#server/pdf/drawing.ts';
import type { House } from '#server/pdf/identity.ts';
import { picturesOf } from '#server/pdf/photos.ts';
import { stepLabel } from '#server/signing/steps.ts';
import { richContent } from './rich.ts';
import { valuesOf } from './values.ts';

export interface ContractPaper {
  kind: ContractKind;
  title: string | null;
  reference: string | null;
  /** Null: no record yet, the variables show their examples. */
  party: string | null;
  commercial: string | null;
  content: string | null;
  signatures: readonly { fullname?: string | null; role?: string | null }[];
}

interface Printing {
  db: Db;
  services: Services;
  now: Date;
  /** Of a text that is no record yet: the files that its writer may read (visibleTo). */
  seen?: string;
}

/** Pictures of the text, by file. */
async function picturesIn(html: string, { db, services, seen }: Printing): Promise<Map<string, string>> {
  const ids = filesOfHtml(html);
  if (ids.length === 0) return new Map();
  const files = await db.query<{ id: string; hash: string }>(
    named(
      `select f.id, f.hash from files f where f.agency_id = app_agency() and f.id = any ($1::uuid[]) and f.hash is not null ${seen ? `and ${seen}` : ''}`,
      [ids],
    ),
  );
  const drawn = await picturesOf(
    files.map(({ hash }) => hash),
    services,
  );
  return new Map(files.flatMap(({ id, hash }) => (drawn.has(hash) ? [[id, drawn.get(hash) as string]] : [])));
}

const places = (signatures: ContractPaper['signatures']): Content[] =>
  Array.from({ length: Math.ceil(signatures.length / 2) }, (_, line) => ({
    columnGap: 16,
    margin: [0, 14, 0, 0],
    unbreakable: true,
    columns: signatures.slice(line * 2, line * 2 + 2).map(
      ({ fullname, role }): Content => ({
        stack: [
          { text: plain(fullname ?? '') || '……………', bold: true },
          { text: signatoryRoles[(role ?? 'PARTY') as keyof typeof signatoryRoles] ?? '', style: 'quiet' },
          { text: 'Signature :', style: 'quiet', margin: [0, 4, 0, 42] },
        ],
      }),
    ),
  }));

export async function drawContract(paper: ContractPaper, house: House, printing: Printing): Promise<Buffer> {
  const { db, now } = printing;
  const { kind, title, reference, party, content } = paper;
  const values = {
    ...(party === null ? exampleValues(kind) : {}),
    ...Object.fromEntries(
      Object.entries(await valuesOf(db, paper)).filter(([, value]) => party !== null || value !== null),
    ),
  };
  const html = content ?? '';
  const filling = { kind, values, pictures: await picturesIn(html, printing) };
  return draw('writePdf', {
    title: title || 'Contrat',
    ...(reference ? { subtitle: `Référence ${reference}` } : {}),
    house,
    content: [...richContent(html, filling), ...places(paper.signatures)],
    now,
  });
}

const nowhere: House = {
  ...{ name: 'Votre agence', legalForm: null, capital: null, siret: null, rcs: null, vatNumber: null },
  ...{ approvalNumber: null, email: null, phone: null, address: null, isFrench: true, logo: null },
  ...{ today: '', timeZone: 'Europe/Paris', currency: 'EUR' },
};

/** A template of the platform, for no agency: the variables show their examples. */
export const drawTemplate = (kind: ContractKind, title: string | null, content: string, now: Date): Promise<Buffer> =>
  draw('writePdf', {
    title: title || 'Modèle de contrat',
    house: { ...nowhere, today: wallClock(now, nowhere.timeZone).day },
    content: richContent(content, { kind, values: exampleValues(kind), pictures: new Map() }),
    now,
  });

export interface SignedParty {
  fullname: string;
  email: string | null;
  signedAt: Date;
  manual: boolean;
  /** On the spot: who of the agency collected it. */
  collectedBy?: string | null;
  drawing: Buffer | null;
  typed: string | null;
  ip: string | null;
}

const momentIn = (at: Date, house: House): string => {
  const { day, time } = wallClock(at, house.timeZone);
  return `${frenchDay(day)} à ${time}`;
};

/** Appended to what was read, before the seal. */
export const drawSignatures = (
  {
    title,
    reference,
    code,
    documentHash,
    url,
  }: Record<'title' | 'code' | 'documentHash' | 'url', string> & {
    reference: string | null;
  },
  parties: readonly SignedParty[],
  house: House,
  now: Date,
): Promise<Buffer> =>
  draw('writePdf', {
    title: 'Signatures',
    subtitle: [title, reference].filter(Boolean).join(' – '),
    house,
    content: [
      ...parties.map(
        (party): Content => ({
          unbreakable: true,
          margin: [0, 0, 0, 12],
          columnGap: 12,
          columns: [
            {
              width: '*',
              stack: [
                { text: plain(party.fullname), bold: true, fontSize: 11 },
                { text: plain(party.email ?? 'Sans adresse e-mail'), style: 'quiet' },
                {
                  text: `${party.manual ? `Signé sur place${party.collectedBy ? `, signature recueillie par ${plain(party.collectedBy)}` : ''}` : 'Signé à distance, par un lien personnel et un code reçu par e-mail'}, le ${momentIn(party.signedAt, house)}`,
                },
                ...(party.ip ? [{ text: `Adresse IP ${party.ip}`, style: 'quiet' } satisfies Content] : []),
              ],
            },
            party.drawing
              ? {
                  width: 200,
                  image: `data:image/png;base64,${party.drawing.toString('base64')}`,
                  fit: [190, 64],
                }
              : { width: 200, text: plain(party.typed ?? party.fullname), italics: true, fontSize: 18 },
          ],
        }),
      ),
      { text: 'Vérification', style: 'section' },
      facts([
        ['Référence de vérification', code],
        ['Page de vérification', url],
        ['Empreinte SHA-256 du document lu', documentHash],
      ]),
      {
        margin: [0, 8, 0, 0],
        style: 'quiet',
        text: 'Le document lu par les signataires précède cette page, octet pour octet. L’ensemble porte un cachet électronique au format PAdES : tout changement ultérieur se voit.',
      },
    ],
    now,
  });

const detailLabels: Readonly<Record<string, string>> = {
  sha256: 'SHA-256',
  before: 'SHA-256 avant',
  drawing: 'SHA-256 du dessin',
  typed: 'Nom tapé',
  collectedBy: 'Recueillie par',
  by: 'Par',
  reason: 'Motif',
  file: 'Fichier',
  signatories: 'Signataires',
  signed: 'Signatures retirées',
};

const detailWords = (detail: StepLine['detail']): string[] =>
  Object.entries(detail).map(([key, value]) => `${detailLabels[key] ?? key} : ${plain(String(value))}`);

export const drawEvidence = (
  facts_: {
    title: string;
    reference: string | null;
    code: string;
    documentHash: string;
    signedHash: string | null;
    intact: boolean;
    steps: readonly StepLine[];
  },
  house: House,
  now: Date,
): Promise<Buffer> =>
  draw('writePdf', {
    title: 'Dossier de preuve',
    subtitle: [facts_.title, facts_.reference].filter(Boolean).join(' – '),
    house,
    landscape: true,
    content: [
      facts([
        ['Référence de vérification', facts_.code],
        ['SHA-256 du document lu', facts_.documentHash],
        ['SHA-256 du document signé', facts_.signedHash],
        ['Chaîne des étapes', facts_.intact ? 'Intacte : chaque empreinte découle de la précédente' : 'ROMPUE'],
      ]),
      { text: 'Étapes, à l’heure du serveur', style: 'section' },
      grid(
        [18, 88, 92, 130, 80, '*', 150],
        ['N°', 'Date et heure', 'Étape', 'Personne', 'Adresse IP', 'Navigateur et détail', 'Empreinte chaînée'],
        facts_.steps.map(({ position, at, act, who, email, ip, browser, detail, hash }) => [
          String(position),
          momentIn(new Date(at), house),
          stepLabel(act),
          [who, email].filter(Boolean).join(' – '),
          ip ?? '',
          [browser, ...detailWords(detail)].filter(Boolean).join(' – '),
          hash,
        ]),
      ),
    ],
    now,
  });
