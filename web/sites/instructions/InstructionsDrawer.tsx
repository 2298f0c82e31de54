// « Consignes »: the instructions of a site, to the right of its table: list, read, write.
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useCallback, useState } from 'react';
import { SiteInstruction } from '#core/sites/instruction.ts';
import { Site } from '#core/sites/site.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useStore } from '#ui/client/store.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import { previewed } from '#ui/files/preview.ts';
import { useInstructionsAddress } from './address.ts';
import { InstructionList } from './InstructionList.tsx';
import { InstructionSheet } from './InstructionSheet.tsx';
import classes from './instructions.module.css';

/** Null id: write a new one. */
type Written = { id: string | null } | null;

export default function InstructionsDrawer({ page }: { page: string }): ReactNode {
  const { site, instruction, show } = useInstructionsAddress();
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const [written, setWritten] = useState<Written>(null);
  const [above, setAbove] = useState(false);
  const preview = useStore(previewed);
  const reading = useCall(endpointsOf(Site).read, { params: { id: site ?? '' }, enabled: site !== null });
  const name = site === null ? undefined : (reading.data as { site: { name: string } } | undefined)?.site.name;
  const close = useCallback(() => show(null), [show]);
  return (
    <>
      <Drawer
        opened={site !== null}
        onClose={close}
        position="right"
        size={phone ? '100%' : 600}
        title={name ? `Consignes — ${name}` : 'Consignes'}
        closeButtonProps={{ 'aria-label': 'Fermer' }}
        // Escape closes what is in front first.
        closeOnEscape={written === null && !above && preview === null}
        classNames={{ content: classes.content, body: classes.body }}
      >
        {site !== null &&
          (instruction === null ? (
            <InstructionList
              site={site}
              problem={reading.error}
              onRead={(id) => show(site, id)}
              onAdd={() => setWritten({ id: null })}
            />
          ) : (
            <InstructionSheet
              key={instruction}
              id={instruction}
              onBack={() => show(site)}
              onEdit={() => setWritten({ id: instruction })}
              onAbove={setAbove}
            />
          ))}
      </Drawer>
      {site !== null && written !== null && (
        <EntityDialog
          of={SiteInstruction}
          id={written.id}
          initial={{ site: { id: site, name: name ?? '' } }}
          // A draft belongs to its site.
          page={`${page}.${site}`}
          onClose={() => setWritten(null)}
        />
      )}
    </>
  );
}
