// What a phone reports of a round (P-006; decision 87). The id of an execution is chosen by the phone.
import * as z from 'zod';
import { calledMoment } from '../kernel/called.ts';
import { fieldMessage, messageId, messageText } from '../kernel/field-message.ts';

/** Characters. */
export const longestTag = 200;

const execution = messageId;
/** `title`: for the words alone; the point is its id. */
const point = { execution, line: messageId, checkpoint: messageId, title: messageText(120) };
const way = z.enum(['NFC', 'QR'], 'Choix inconnu');
/** What the tag or the QR code said: for the agency alone. */
const tag = messageText(longestTag);
const comment = messageText(1_000);

export const roundStart = fieldMessage({
  type: 'round-start',
  label: 'Début de ronde',
  payload: z.strictObject({
    ...{ execution, serviceRound: messageId, name: messageText(120) },
    /** When the phone last read the round, by the server's clock: it is walked as it was then. Absent: of an older version. */
    readAt: calledMoment().optional(),
  }),
  words: ({ name }) => `Début de ronde : ${name}`,
});

export const roundCheckpoint = fieldMessage({
  type: 'round-checkpoint',
  label: 'Point de contrôle',
  payload: z.strictObject({ ...point, way, tag: tag.optional() }),
  words: ({ title }) => `Point de contrôle validé : ${title}`,
});

/** Read on the way, and no point of this round. */
export const roundUnknown = fieldMessage({
  type: 'round-unknown-tag',
  label: 'Badge inconnu',
  payload: z.strictObject({ execution, way, tag }),
  words: ({ tag: read }) => `Badge inconnu lu : ${read}`,
});

export const roundVirtual = fieldMessage({
  type: 'round-virtual-checkpoint',
  label: 'Point de contrôle virtuel',
  payload: z.strictObject(point),
  words: ({ title }) => `Point de contrôle géolocalisé : ${title}`,
});

export const roundJump = fieldMessage({
  type: 'round-jump',
  label: 'Point de contrôle sauté',
  payload: z.strictObject({ ...point, comment: comment.min(1, 'Ce champ est obligatoire') }),
  words: ({ title, comment: why }) => `Point de contrôle sauté : ${title}. ${why}`,
});

export const roundObservation = fieldMessage({
  type: 'round-observation',
  label: 'Observation',
  payload: z.strictObject({
    ...{ execution, line: messageId.nullable(), checkpoint: messageId.nullable() },
    content: messageText(5_000).min(1, 'Ce champ est obligatoire'),
    /** The finding that holds the photos of the envelope. */
    finding: messageId.optional(),
  }),
  words: ({ content }) => `Observation : ${content}`,
});

export const roundStop = fieldMessage({
  type: 'round-stop',
  label: 'Fin de ronde',
  payload: z.strictObject({ execution, comment: comment.nullish() }),
  words: ({ comment: why }) => ['Fin de ronde', why].filter(Boolean).join(' : '),
});

export const roundMessages = [
  roundStart,
  roundCheckpoint,
  roundUnknown,
  roundVirtual,
  roundJump,
  roundObservation,
  roundStop,
];
