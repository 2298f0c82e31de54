// A dialog above another one: Escape closes only this one.
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactElement } from 'react';
import { useOwnEscape } from './files/above.ts';

export function DialogAbove(props: ModalProps): ReactElement {
  useOwnEscape(props.onClose, props.opened);
  return <Modal {...props} closeOnEscape={false} />;
}
