// What a device needs for the next days without a network, as its agent may read it. The device says what it has by the
// digest of each row; it gets what changed and what it may no longer have. Nothing of this is stored on the server.
import * as z from 'zod';
import type { DirectoryPerson } from '../agents/directory.ts';
import { endpoint, type Output } from '../kernel/endpoint.ts';
import type { Row } from '../kernel/entity.ts';
import type { InformationNote } from '../notes/note.ts';
import type { Service } from '../planning/service.ts';
import type { FieldReport } from '../reports/field-report.ts';
import { allReportTypes, type SignatureDemand, signatureDemands, templateKeys } from '../reports/types.ts';
import type { ServiceRound } from '../rounds/service-round.ts';
import type { SiteInstruction } from '../sites/instruction.ts';
import type { Site } from '../sites/site.ts';
import { settlementNames } from './settlements.ts';

/** The rows of each section. */
export interface PackRows {
  services: Row<typeof Service>;
  sites: Row<typeof Site>;
  siteInstructions: Row<typeof SiteInstruction>;
  serviceRounds: ServiceRound;
  informationNotes: Row<typeof InformationNote>;
  people: DirectoryPerson;
  agencyReports: FieldReport;
}
export type Section = keyof PackRows;

const sectionNames: Record<Section, true> = {
  services: true,
  sites: true,
  siteInstructions: true,
  serviceRounds: true,
  informationNotes: true,
  people: true,
  agencyReports: true,
};
export const sections = Object.keys(sectionNames) as [Section, ...Section[]];

/** Days ahead. */
export const packDays = 7;

const id = z.uuid('Identifiant invalide');
const digest = z.string('Texte attendu').max(40);
const mostRows = 2_000;
const known = z.record(id, digest).refine((rows) => Object.keys(rows).length <= mostRows, `${mostRows} lignes au plus`);
const bySection = <T extends z.ZodType>(of: T) =>
  z.strictObject(Object.fromEntries(sections.map((name) => [name, of])) as Record<Section, T>);

export const fetchPack = endpoint({
  name: 'fetchPack',
  method: 'POST',
  reads: true,
  path: '/field/pack',
  // It reads everything that the agent may take along.
  weight: 20,
  mounts: { agent: 'signedIn' },
  // The day of a guard at work, and whom he calls.
  whenLocked: true,
  summary: 'Ce qu’un téléphone emporte pour les prochains jours : ce qui a changé, et ce qui n’est plus à lui',
  input: z.strictObject({
    known: bySection(known).partial().optional(),
    /** Who reads: the agency sees when each device was last heard. */
    device: id.optional(),
  }),
  output: z.strictObject({
    now: z.string(),
    changed: bySection(z.array(z.strictObject({ id, digest, row: z.unknown() }))),
    removed: bySection(z.array(id)),
    agency: z.strictObject({
      name: z.string(),
      timeZone: z.string(),
      phone: z.string().nullable(),
      /** Minutes. */
      lateMargin: z.int(),
      /** An agent may begin a service that nobody planned. */
      unplanned: z.boolean(),
      /** N-052 */
      endPhoto: z.strictObject({ service: z.boolean(), circuit: z.boolean() }),
      /** Instructions that the agent has not read are confirmed before a start. */
      confirmInstructions: z.boolean(),
    }),
    /** What the one before wrote for his relief, by site, the latest first. */
    handovers: z.record(id, z.array(z.strictObject({ text: z.string(), at: z.string(), author: z.string() }))),
    /** The last entries of the daily log that he may read, by service, the latest first. Absent: an older server. */
    entries: z
      .record(
        id,
        z.array(
          z.strictObject({
            ...{ id, label: z.string(), text: z.string().nullable(), at: z.string() },
            /** What its author needs to add to it. Absent: an older server. */
            type: z.int().optional(),
            subType: z.string().nullable().optional(),
            isHis: z.boolean().optional(),
          }),
        ),
      )
      .optional(),
    /** The equipment of the sites that open it to agents, by site, in its order (I-022). */
    items: z
      .record(
        id,
        z.array(
          z.strictObject({
            id,
            name: z.string(),
            quantity: z.int(),
            reference: z.string().nullable(),
            expiry: z.string().nullable(),
            comment: z.string().nullable(),
          }),
        ),
      )
      .optional(),
    /** His breaks under way, by service: when each began, and the state that it interrupted. Absent: an older server. */
    pauses: z.record(id, z.strictObject({ startedAt: z.string(), from: z.int() })).optional(),
    /** Extensions of his services, by service: at what hour, and why. Absent: an older server. */
    extensions: z.record(id, z.strictObject({ at: z.string(), reason: z.string().nullable() })).optional(),
    /** What the agency wrote to him and he has not read, the last one first. Absent: an older server. */
    messages: z.array(z.strictObject({ id, service: id.nullable(), text: z.string(), at: z.string() })).optional(),
    /** What the agency decided on his kept events, the last ones. Absent: an older server. */
    settled: z.array(z.strictObject({ uuid: id, how: z.enum(settlementNames) })).optional(),
    /** Event types that are switched off, by site. */
    typesOff: z.record(id, z.array(z.int())),
    /** For the detectors of a lone worker (core/safety). Minutes, and seconds after a fall. */
    safety: z.strictObject({
      active: z.boolean(),
      pauseOnBreak: z.boolean(),
      frequency: z.int(),
      inactivity: z.int(),
      fallWait: z.int(),
      phone: z.string().nullable(),
      /** Protected sites. Metres around the centre. */
      sites: z.record(
        id,
        z.strictObject({
          centre: z.strictObject({ latitude: z.number(), longitude: z.number() }).nullable(),
          radius: z.int(),
        }),
      ),
    }),
    /** The reports of its services: their templates, and which each service takes (core/reports). */
    reports: z
      .strictObject({
        templates: z.array(z.unknown()),
        forms: z.record(
          id,
          z.strictObject({
            type: z.enum(allReportTypes),
            key: z.enum(templateKeys),
            edition: z.int(),
            signature: z.enum(Object.keys(signatureDemands) as [SignatureDemand, ...SignatureDemand[]]),
          }),
        ),
      })
      .optional(),
    person: z.strictObject({ name: z.string(), rights: z.array(z.string()) }),
  }),
});

export type Pack = Output<typeof fetchPack>;
/** What belongs to no row. */
export type PackFrame = Omit<Pack, 'now' | 'changed' | 'removed'>;
