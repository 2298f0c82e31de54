// Link from a site's record to its instructions.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { useSession } from '#ui/client/session.ts';
import type { BelowProps } from '#ui/EntityDialog/extras.ts';
import { IconNote } from '#ui/icons.ts';
import { may } from '#ui/may.ts';
import { useInstructionsAddress } from './address.ts';

export function InstructionsLink({ values }: BelowProps): ReactNode {
  const session = useSession();
  const { show } = useInstructionsAddress();
  const { id } = values;
  // A new site has none.
  if (typeof id !== 'string' || !may(session, SiteInstruction, 'list')) return null;
  return (
    <Button mt="sm" variant="default" leftSection={<IconNote size={16} aria-hidden />} onClick={() => show(id)}>
      Consignes du site
    </Button>
  );
}
