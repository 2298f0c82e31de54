// Where somebody is who works on a tour, between two of its sites: the site of the tour is the one it leaves from.
import * as z from 'zod';

export const tour = z.strictObject({
  /** The stop that was reached last, and the next one, when the alarm was raised. */
  last: z.string().nullable(),
  next: z.string().nullable(),
});
export type Tour = z.output<typeof tour>;

/** « En tournée · dernière étape : Gare · prochaine étape : Port » */
export const tourWords = ({ last, next }: Tour): string =>
  ['En tournée', ...(last ? [`dernière étape : ${last}`] : []), ...(next ? [`prochaine étape : ${next}`] : [])].join(
    ' · ',
  );
