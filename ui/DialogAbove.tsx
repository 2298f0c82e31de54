// A dialog that may stand above another one: Escape closes it alone.
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactElement } from 'react';
import { useOwnEscape } from './files/above.ts';

export function DialogAbove(props: ModalProps): ReactElement {
  useOwnEscape(props.onClose, props.opened);
  return <Modal {...props} closeOnEscape={false} />;
}
