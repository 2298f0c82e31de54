// Entries of the chain of a site, as they are read and appended.
import type { EventInput } from '#core/logbook/calls.ts';

export interface Kept extends Record<string, unknown> {
  id: string;
  event: string;
  site: string;
  agent: string | null;
  content: Record<string, unknown> | null;
  withdrawn: boolean;
}

export interface Appended {
  id: string;
  kind: 'entry' | 'finding' | 'correction' | 'withdrawal';
  target?: string;
  content: Record<string, unknown>;
  location?: EventInput['location'];
}
