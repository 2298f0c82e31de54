// The map tiles of a host: proposals with their terms, or the one in use.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type BrandRow, chooseMapTiles } from '#core/tenant/tenants.ts';
import { type TileProvider, type TileProviderName, tileProviders } from '#core/tenant/tiles.ts';
import { actKey, call } from '#ui/client/call.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import classes from './Tenants.module.css';

const providers = Object.entries(tileProviders) as [TileProviderName, TileProvider][];

export function MapTiles({ brand: { host, mapTiles } }: { brand: BrandRow }): ReactElement {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const choose = async (provider: TileProviderName | null): Promise<void> => {
    setBusy(true);
    try {
      await call(chooseMapTiles, { input: { host, provider }, key: actKey() });
      notifySuccess(provider ? 'Fond de carte choisi : rechargez une carte ouverte' : 'Fond de carte retiré');
      await queries.invalidateQueries();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.tiles} aria-label="Fond de carte">
      <Text fw={600}>Fond de carte</Text>
      <Text size="sm" c="dimmed">
        {mapTiles
          ? `En service : ${mapTiles.attribution}. Le fournisseur voit les zones que l’on regarde.`
          : 'Aucun : les cartes montrent un quadrillage et rien n’est demandé ailleurs. Choisir un fournisseur lui laisse voir les zones que l’on regarde.'}
      </Text>
      {providers.map(([name, { label, url, attribution, terms, summary }]) => (
        <div key={name} className={classes.provider}>
          <div>
            <Text size="sm" fw={550}>
              {label}
            </Text>
            <Text size="xs" c="dimmed">
              {summary} Mention affichée : « {attribution} ».{' '}
              <Anchor href={terms} target="_blank" rel="noopener noreferrer" inherit>
                Conditions d’utilisation
              </Anchor>
            </Text>
          </div>
          {mapTiles?.url === url ? (
            <Button size="compact-sm" variant="default" loading={busy} onClick={() => void choose(null)}>
              Retirer
            </Button>
          ) : (
            <Button size="compact-sm" variant="light" loading={busy} onClick={() => void choose(name)}>
              Utiliser
            </Button>
          )}
        </div>
      ))}
      {mapTiles && !providers.some(([, { url }]) => url === mapTiles.url) ? (
        <Group>
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void choose(null)}>
            Retirer
          </Button>
        </Group>
      ) : null}
    </section>
  );
}
