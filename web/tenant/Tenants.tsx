// « Marques »: what each host name shows, and where each value comes from. Read-only: the file is the operator's.
import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { anyHost } from '#core/tenant/file.ts';
import { type BrandRow, listTenants, type Origin, origins } from '#core/tenant/tenants.ts';
import { bearsHouseMark, legalTexts, type Module, moduleLabels } from '#core/tenant.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconRefresh } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './Tenants.module.css';

export default function Tenants({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const { data, error, refetch } = useCall(listTenants);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <Stack align="flex-start" role="alert">
          <Text>Les marques n’ont pas pu être lues : {error.message}</Text>
          <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void refetch()}>
            Réessayer
          </Button>
        </Stack>
      ) : !data ? (
        <Stack aria-busy="true" aria-label="Chargement">
          {[1, 2].map((bone) => (
            <Skeleton key={bone} height={280} />
          ))}
        </Stack>
      ) : (
        <>
          {data.problem ? (
            <Alert
              color="red"
              variant="light"
              role="alert"
              title="Le fichier des marques a changé mais n’est pas valide"
            >
              {data.problem} La dernière configuration valide reste appliquée.
            </Alert>
          ) : null}
          <Text c="dimmed">
            {data.file ? (
              <>
                Lu dans <Code>{data.file.name}</Code> le {formatMoment(data.file.readAt, zone)}. Une modification du
                fichier s’applique en quelques secondes, sans redémarrage.
              </>
            ) : (
              <>
                Aucun fichier de marques : tous les noms d’hôte montrent le produit tel quel. Déposez un fichier{' '}
                <Code>tenants.json</Code> dans le dossier de données pour en changer.
              </>
            )}
          </Text>
          {data.tenants.map((brand) => (
            <Brand key={brand.host} brand={brand} />
          ))}
        </>
      )}
    </div>
  );
}

const hostName = (host: string): string => (host === anyHost ? 'Tous les autres hôtes' : host);

function Brand({ brand }: { brand: BrandRow }): ReactElement {
  const id = `brand-${brand.host}`;
  return (
    <section className={classes.brand} aria-labelledby={id}>
      <Group gap="sm">
        <Title order={2} id={id}>
          {hostName(brand.host)}
        </Title>
        {brand.host === anyHost ? <Code>*</Code> : null}
      </Group>
      <div className={classes.parts}>
        <Previews brand={brand} />
        <Values brand={brand} />
        <Switches brand={brand} />
      </div>
    </section>
  );
}

function Previews({ brand: { name, logoUrl, logoDarkUrl, iconUrl } }: { brand: BrandRow }): ReactElement {
  const mark = logoUrl ?? iconUrl;
  return (
    <div className={classes.previews}>
      {(
        [
          ['light', 'clair', mark],
          ['dark', 'sombre', logoDarkUrl ?? mark],
        ] as const
      ).map(([ground, said, source]) => (
        <figure key={ground} className={classes.preview} data-ground={ground}>
          <img src={source} alt={`Logo de ${name} sur fond ${said}`} />
          <figcaption>Fond {said}</figcaption>
        </figure>
      ))}
      <figure className={classes.preview} data-ground="light">
        <img src={iconUrl} alt={`Icône de ${name}`} />
        <figcaption>Icône</figcaption>
      </figure>
    </div>
  );
}

const none = 'Aucun';
const told = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ') || none;

function Values({ brand }: { brand: BrandRow }): ReactElement {
  const { origins: from, contact, stores, sender } = brand;
  const drawn = bearsHouseMark(brand) ? 'Marque du produit' : 'Initiale sur la couleur';
  const rows: [string, ReactNode, Origin | null][] = [
    ['Nom', brand.name, from.name],
    ['Adresse des liens', brand.url, null],
    [
      'Couleur',
      <span key="accent" className={classes.colour}>
        <span className={classes.swatch} style={{ background: brand.accent }} aria-hidden />
        {brand.accent}
      </span>,
      from.accent,
    ],
    ['Logo', brand.logoUrl ? 'Fourni' : drawn, from.logo],
    ['Logo sur fond sombre', brand.logoDarkUrl ? 'Fourni' : 'Le même', from.logoDark],
    ['Icône', from.icon === 'product' ? 'D’après le logo' : 'Réglée', from.icon],
    ['Contact', told(contact.phone, contact.email), from.contact],
    ['Expéditeur des e-mails', `${sender.name} <${sender.address}>`, from.sender],
    ['Magasins d’applications', told(stores.apple, stores.google, stores.apk), from.stores],
    ['Plan de formation', brand.trainingPlanUrl ?? none, from.trainingPlanUrl],
    [
      'Fond de carte',
      brand.mapTiles ? told(brand.mapTiles.url, brand.mapTiles.attribution) : 'Quadrillage',
      from.mapTiles,
    ],
    ['Textes légaux', told(...brand.legal.map((text) => legalTexts[text])), from.legal],
  ];
  return <Listed caption={`Réglages de ${hostName(brand.host)}`} rows={rows} />;
}

function Switches({ brand }: { brand: BrandRow }): ReactElement {
  const rows = (Object.keys(moduleLabels) as Module[]).map((module): [string, ReactNode, Origin] => [
    moduleLabels[module],
    <Badge
      key={module}
      variant="light"
      color={brand.modules[module] ? 'green' : 'gray'}
      className={classes.badge ?? ''}
    >
      {brand.modules[module] ? 'Activé' : 'Désactivé'}
    </Badge>,
    brand.origins.modules[module],
  ]);
  return <Listed caption={`Modules de ${hostName(brand.host)}`} rows={rows} />;
}

function Listed({ caption, rows }: { caption: string; rows: [string, ReactNode, Origin | null][] }): ReactElement {
  return (
    <Table className={classes.table ?? ''} verticalSpacing={6} aria-label={caption}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Réglage</Table.Th>
          <Table.Th>Valeur</Table.Th>
          <Table.Th>Vient de</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([label, value, origin]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td>{value}</Table.Td>
            <Table.Td className={classes.origin ?? ''}>{origin ? origins[origin] : 'PUBLIC_URL'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
