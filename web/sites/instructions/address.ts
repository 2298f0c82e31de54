// The address contains the drawer of a site's instructions: a mail can link to it, Back closes it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export interface InstructionsAddress {
  /** The site whose instructions are shown; null: the drawer is closed. */
  site: string | null;
  /** The instruction being read. */
  instruction: string | null;
  show(site: string | null, instruction?: string | null): void;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function useInstructionsAddress(): InstructionsAddress {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const go = useNavigate();
  const show = useCallback(
    (site: string | null, instruction: string | null = null) => {
      const merge = (before: Record<string, unknown>): Record<string, unknown> => {
        // Close the dialog of the record, which asks first if typed text would be lost.
        const { open: _open, tab: _tab, instructions: _site, instruction: _one, ...others } = before;
        return { ...others, ...(site ? { instructions: site } : {}), ...(instruction ? { instruction } : {}) };
      };
      void go({ to: '.', search: merge as never });
    },
    [go],
  );
  return { site: textOf(search.instructions), instruction: textOf(search.instruction), show };
}
