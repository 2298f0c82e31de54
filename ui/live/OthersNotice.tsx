import { Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Other } from '#core/kernel/endpoint.ts';
import classes from './OthersNotice.module.css';

const listed = new Intl.ListFormat('fr');

interface OthersNoticeProps {
  others: readonly Other[];
  outdated: boolean;
}

/** Warns before the save that somebody else is changing this record, or has changed it. */
export function OthersNotice({ others, outdated }: OthersNoticeProps): ReactElement | null {
  const names = others.filter(({ editing }) => editing).map(({ name }) => name);
  return (
    <div role="status" className={outdated || names.length > 0 ? classes.notice : undefined}>
      {outdated && (
        <Text size="sm">
          Cette fiche vient d’être modifiée par quelqu’un d’autre. Votre saisie est conservée : vous choisirez à
          l’enregistrement.
        </Text>
      )}
      {names.length > 0 && (
        <Text size="sm">
          {listed.format(names)} {names.length > 1 ? 'modifient' : 'modifie'} cette fiche
        </Text>
      )}
    </div>
  );
}
