// A report as its agent's phone holds it: to read it again, and to complete one that was begun elsewhere or refused.
import type { TemplateField } from './template.ts';
import type { Signer } from './types.ts';

export interface FieldReport {
  id: string;
  service: string;
  status: number;
  /** Why the agency refused it. */
  refusal: string | null;
  /** With the fields of the template that the report keeps. */
  answers: (TemplateField & {
    section: string;
    value: string | null;
    /** Photos, or the drawing of a signature. */
    files: string[];
  })[];
  /** Who signed. */
  signers: Record<Signer, string | null>;
}
