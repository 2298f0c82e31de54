// Values in the input of calls. Apart from `input.ts`: a telephone loads these calls, but no kind of field.
import * as z from 'zod';
import { inCalendar, type Validator } from './validators.ts';

/** A value passes when every validator returns null. */
export const passing = <T>(schema: z.ZodType<T>, ...validators: Validator<NonNullable<T>>[]): z.ZodType<T> =>
  schema.check((context) => {
    const { value } = context;
    if (value === null || value === undefined) return;
    for (const validator of validators) {
      const message = validator(value);
      if (message !== null) context.issues.push({ code: 'custom', message, input: value });
      if (message !== null) return;
    }
  });

const degrees = (most: number): z.ZodNumber =>
  z.number('Position invalide').min(-most, 'Position invalide').max(most, 'Position invalide');
export const location = z.strictObject({ latitude: degrees(90), longitude: degrees(180) }, 'Position invalide');

/** Where a device was (P-022). */
export const geolocation = location.extend({
  /** Metres. */
  accuracy: z.number('Précision invalide').min(0).max(1_000_000).nullish(),
  altitude: z.number('Altitude invalide').min(-1_000).max(100_000).nullish(),
});

/** A day and a moment in the input of a call. */
export const calledDay = (): z.ZodType<string> => passing(z.iso.date('Date invalide'), inCalendar);
export const calledMoment = (): z.ZodType<string> => passing(z.iso.datetime('Date invalide'), inCalendar);
