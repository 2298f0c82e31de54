// Loads the code of the editor with the first form that needs it.
import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { RichTextProps } from './RichTextEditor.tsx';

const Loaded = lazy(() => import('./RichTextEditor.tsx'));

/** As high as the empty editor, so that the page does not jump. */
const height = 294;

export const RichTextInput = (props: RichTextProps): ReactNode => (
  <Suspense
    fallback={
      <Input.Wrapper label={props.label} required={props.required ?? false} labelElement="div">
        <Skeleton height={height} aria-busy aria-label={`${props.label} : chargement`} />
      </Input.Wrapper>
    }
  >
    <Loaded {...props} />
  </Suspense>
);
