// Under a refusal: where to mend it (core/kernel/problem.ts).
import { Anchor, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { Problem, type Remedy } from '#core/kernel/problem.ts';
import { sessionStore } from './client/session-state.ts';
import { tenant } from './client/tenant.ts';

export const remedyOf = (error: unknown): Remedy | undefined =>
  error instanceof Problem ? error.details.remedy : undefined;

/** Whether its screen is there for this person. */
export const isOpen = ({ right, module }: Remedy): boolean =>
  tenant().modules[module] && (sessionStore.get()?.can([right]) ?? false);

export function RemedyLine({ of }: { of: Remedy | undefined }): ReactElement | null {
  if (!of) return null;
  return (
    <>
      {of.advice ? <Text size="sm">{of.advice}</Text> : null}
      {isOpen(of) ? (
        <Anchor size="sm" href={`#${of.path}`}>
          {of.label}
        </Anchor>
      ) : null}
    </>
  );
}
