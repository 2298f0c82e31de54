import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { IconDownload } from '../icons.ts';
import { saveDocument } from './documents.ts';

interface PdfButtonProps {
  print: Endpoint;
  id: string;
  /** Of the file, without its ending. */
  name: string;
}

/** The paper of a record, on its sheet. */
export const PdfButton = ({ print, id, name }: PdfButtonProps): ReactElement => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={<IconDownload size={14} aria-hidden />}
    onClick={() => void saveDocument({ endpoint: print, params: { id } }, `${name}.pdf`)}
  >
    PDF
  </Button>
);
