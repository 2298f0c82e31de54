// The menu on a phone: slides over the page from the left.
import { Drawer as Sheet } from '@mantine/core';
import type { ReactElement } from 'react';
import { Brand } from './Brand.tsx';
import { Drawer } from './Drawer.tsx';
import classes from './Frame.module.css';

export default function PhoneDrawer({ opened, onClose }: { opened: boolean; onClose(): void }): ReactElement {
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      size="min(20rem, 86vw)"
      padding={0}
      title={<Brand />}
      classNames={{ header: classes.sheetHeader ?? '', body: classes.sheetBody ?? '' }}
    >
      <Drawer rail={false} onNavigate={onClose} />
    </Sheet>
  );
}
