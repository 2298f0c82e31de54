import { Anchor } from '@mantine/core';
import type { ReactElement } from 'react';
import { IconExternalLink } from '#ui/icons.ts';

/** A video of another site opens in a new tab: its player would set its own cookies here (decision 103). */
export const VideoLink = ({ url, children }: { url: string; children: string }): ReactElement => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
    {children} <IconExternalLink size={13} aria-hidden />
  </Anchor>
);
