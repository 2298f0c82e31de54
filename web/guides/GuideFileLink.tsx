import { Anchor } from '@mantine/core';
import type { ReactElement } from 'react';
import { readGuideFile } from '#core/guides/guide-calls.ts';
import type { GuideFile } from '#core/guides/tutorials.ts';
import { saveDocument } from '#ui/files/documents.ts';
import { formatSize } from '#ui/files/size.ts';

/** A file of the tutorials or of the useful documents, under the name that it has there. */
export const GuideFileLink = ({ file }: { file: GuideFile }): ReactElement => (
  <Anchor
    component="button"
    type="button"
    size="sm"
    ta="start"
    onClick={() => void saveDocument({ endpoint: readGuideFile, params: { id: file.id } }, file.name)}
  >
    {file.name} ({formatSize(file.size)})
  </Anchor>
);
