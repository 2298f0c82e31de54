// « Marques »: values of each host name and their source. Read-only: the operator edits the file.
import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { anyHost } from '#core/tenant/file.ts';
import { type BrandRow, listTenants, origins, type TenantRules } from '#core/tenant/tenants.ts';
import { legalTexts, type Module, moduleLabels, productRules, usesProductLogo } from '#core/tenant.ts';
import { useCall } from '#ui/client/queries.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconRefresh } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { MapTiles } from './MapTiles.tsx';
import classes from './Tenants.module.css';

export default function Tenants({ title, description }: ScreenProps): ReactElement {
  const { zone } = useLocale();
  const { data, error, isFetching, refetch } = useCall(listTenants);
  return (
    <div className={classes.page}>
      <PageHeader title={title} description={description} />
      {error && !data ? (
        <ReadFailure
          title="Les marques n’ont pas pu être lues"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack aria-busy="true" role="status" aria-label="Chargement">
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
          <div className={classes.source}>
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
            <Button
              variant="default"
              loading={isFetching}
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => void refetch()}
            >
              Actualiser
            </Button>
          </div>
          {data.tenants.map((brand) => (
            <Brand key={brand.host} brand={brand} />
          ))}
          <Rules rules={data.rules} />
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
        <MapTiles brand={brand} />
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
      ).map(([ground, label, source]) => (
        <figure key={ground} className={classes.preview} data-ground={ground}>
          <img src={source} alt={`Logo de ${name} sur fond ${label}`} />
          <figcaption>Fond {label}</figcaption>
        </figure>
      ))}
      <figure className={classes.preview} data-ground="light">
        <img src={iconUrl} alt={`Icône de ${name}`} />
        <figcaption>Icône</figcaption>
      </figure>
    </div>
  );
}

/** Label, value and source of a setting. */
type Line = [label: string, value: ReactNode, from: string];

const none = 'Aucun';
/** An address of tiles is too long to show. */
const hostIn = (url: string): string => /^https?:\/\/([^/?]+)/.exec(url)?.[1] ?? url;
const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ') || none;

function Values({ brand }: { brand: BrandRow }): ReactElement {
  const { origins: from, contact, stores, sender } = brand;
  const drawn = usesProductLogo(brand) ? 'Marque du produit' : 'Initiale sur la couleur';
  const rows: Line[] = [
    ['Nom', brand.name, origins[from.name]],
    ['Adresse des liens', brand.url, 'PUBLIC_URL'],
    [
      'Couleur',
      <span key="accent" className={classes.colour}>
        <span className={classes.swatch} style={{ background: brand.accent }} aria-hidden />
        {brand.accent}
      </span>,
      origins[from.accent],
    ],
    ['Logo', brand.logoUrl ? 'Fourni' : drawn, origins[from.logo]],
    ['Logo sur fond sombre', brand.logoDarkUrl ? 'Fourni' : 'Le même', origins[from.logoDark]],
    ['Icône', from.icon === 'product' ? 'D’après le logo' : 'Réglée', origins[from.icon]],
    ['Contact', joined(contact.phone, contact.email), origins[from.contact]],
    [
      'Expéditeur des e-mails',
      `${sender.name} <${sender.address}>`,
      from.sender === 'product' ? 'MAIL_FROM' : origins[from.sender],
    ],
    ['Magasins d’applications', joined(stores.apple, stores.google, stores.apk), origins[from.stores]],
    ['Plan de formation', brand.trainingPlanUrl ?? none, origins[from.trainingPlanUrl]],
    [
      'Fond de carte',
      brand.mapTiles ? joined(hostIn(brand.mapTiles.url), brand.mapTiles.attribution) : 'Quadrillage',
      origins[from.mapTiles],
    ],
    ['Textes légaux', joined(...brand.legal.map((text) => legalTexts[text])), origins[from.legal]],
  ];
  return <Listed caption={`Réglages de ${hostName(brand.host)}`} rows={rows} />;
}

const State = ({ on }: { on: boolean }): ReactElement => (
  <Badge variant="light" color={on ? 'green' : 'gray'} className={classes.badge ?? ''}>
    {on ? 'Activé' : 'Désactivé'}
  </Badge>
);

function Rules({ rules: { regulatoryCalculation, origin } }: { rules: TenantRules }): ReactElement {
  return (
    <section className={classes.brand} aria-labelledby="product-rules">
      <Title order={2} id="product-rules">
        Pour toutes les marques
      </Title>
      <Listed
        caption="Règles du produit"
        rows={[
          [
            'Création d’une agence par elle-même',
            <State key="creation" on={productRules.agencyCreation} />,
            origins.product,
          ],
          ['Calcul réglementaire', <State key="calculation" on={regulatoryCalculation} />, origins[origin]],
        ]}
      />
    </section>
  );
}

function Switches({ brand }: { brand: BrandRow }): ReactElement {
  const rows = (Object.keys(moduleLabels) as Module[]).map(
    (module): Line => [
      moduleLabels[module],
      <Badge
        key={module}
        variant="light"
        color={brand.modules[module] ? 'green' : 'gray'}
        className={classes.badge ?? ''}
      >
        {brand.modules[module] ? 'Activé' : 'Désactivé'}
      </Badge>,
      origins[brand.origins.modules[module]],
    ],
  );
  return <Listed caption={`Modules de ${hostName(brand.host)}`} rows={rows} />;
}

function Listed({ caption, rows }: { caption: string; rows: Line[] }): ReactElement {
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
        {rows.map(([label, value, from]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td>{value}</Table.Td>
            <Table.Td className={classes.origin ?? ''}>{from}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
