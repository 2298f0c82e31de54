// The calls of a revoked device, by keys of its own (decision 93). The field loads them after its first screen.
import * as z from 'zod';
import { filePiece, sendFilePiece } from '../files/awaited.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { batch, takenBatch, uuid, waiting } from './calls.ts';

/** Days after the revocation. */
export const handOverDays = 7;
const holder = { agency: uuid, device: uuid, key: z.string('Texte attendu').max(100) };

export const standings = ['enrolled', 'revoked', 'over'] as const;
export type Standing = (typeof standings)[number];

/** `revoked`: it hands over what it holds, until `until`; `over`: that is past, and nothing of it is taken any more. */
export const deviceStanding = endpoint({
  name: 'deviceStanding',
  method: 'POST',
  reads: true,
  path: '/sourcing/standing',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Si un téléphone du mode terrain est révoqué, et jusqu’à quand il peut transmettre ce qu’il porte',
  input: z.strictObject(holder),
  output: z.strictObject({ state: z.enum(standings), until: z.string().nullable(), now: z.string() }),
});

/**
 * What a revoked device still holds, by its own key: each event is kept, none applied. Without events: whether it is
 * revoked at all. A conflict: it is not, and the person signs in.
 */
export const handOver = endpoint({
  name: 'handOver',
  method: 'POST',
  longestBody: 2 * 1_024 * 1_024,
  path: '/sourcing/hand-over',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Recevoir ce que porte encore un téléphone révoqué, à vérifier par l’agence',
  input: z.strictObject({ ...holder, events: batch, waiting }),
  output: takenBatch,
});

export const handOverPiece = endpoint({
  name: 'handOverPiece',
  method: 'POST',
  longestBody: 2 * 1_024 * 1_024,
  path: '/sourcing/hand-over/{id}',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary: 'Recevoir une photo que porte encore un téléphone révoqué, par morceaux',
  params: z.strictObject({ id: z.string() }),
  input: z.strictObject({ ...holder, ...filePiece.shape }),
  output: sendFilePiece.output,
});
