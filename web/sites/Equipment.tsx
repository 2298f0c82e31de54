// The equipment of a site, as a part beside its record, with its own rights and form.
import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Row } from '#core/kernel/entity.ts';
import { readSiteItems, SiteItems } from '#core/sites/items.ts';
import { useFreshCall } from '#ui/client/fresh.ts';
import { useSession } from '#ui/client/session.ts';
import dialogClasses from '#ui/EntityDialog/EntityDialog.module.css';
import type { PartProps } from '#ui/EntityDialog/extras.ts';
import { RecordForm } from '#ui/EntityDialog/RecordForm.tsx';
import { formatDay, formatNumber } from '#ui/format.ts';
import { may } from '#ui/may.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './Equipment.module.css';

type Item = Row<typeof SiteItems>['items'][number];

const inWords = ({ reference, expiry, comment }: Item): string =>
  [reference, expiry && `expire le ${formatDay(expiry)}`, comment].filter(Boolean).join(' · ');

export default function Equipment({ row, page, mayLeave, onClose }: PartProps): ReactElement {
  const session = useSession();
  const reading = useFreshCall(readSiteItems, { params: { id: row.id } });
  const site = reading.data?.site as Row<typeof SiteItems> | undefined;
  if (!site) {
    return reading.error && !reading.isFetching ? (
      <Box p="lg">
        <ReadFailure
          title="Le matériel n'a pas pu être chargé"
          message={reading.error.message}
          onRetry={() => void reading.refetch()}
        />
      </Box>
    ) : (
      <Stack p="lg" aria-busy role="status" aria-label="Chargement">
        {[1, 2, 3].map((bone) => (
          <Skeleton key={bone} height={96} />
        ))}
      </Stack>
    );
  }
  if (may(session, SiteItems, 'edit')) {
    return (
      <RecordForm
        of={SiteItems}
        page={`${page}.items`}
        row={site}
        mayLeave={mayLeave}
        onClose={onClose}
        onCancel={onClose}
      />
    );
  }
  return (
    <>
      {site.items.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a long list
        <ul className={classes.items} tabIndex={0} aria-label="Matériel">
          {site.items.map((item) => (
            <li key={item.id}>
              <Text fw={550}>
                {item.name} <span className={classes.quantity}>× {formatNumber(item.quantity)}</span>
              </Text>
              <Text size="sm" c="dimmed">
                {inWords(item)}
              </Text>
            </li>
          ))}
        </ul>
      ) : (
        <Text p="lg" c="dimmed" flex={1}>
          Aucun matériel n’est enregistré sur ce site.
        </Text>
      )}
      <footer className={dialogClasses.footer}>
        <Text size="sm" c="dimmed" flex={1}>
          Lecture seule
        </Text>
        <Button variant="default" onClick={onClose}>
          Fermer
        </Button>
      </footer>
    </>
  );
}
