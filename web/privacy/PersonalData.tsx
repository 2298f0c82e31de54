// Personal data, for the agency's owner: export, and erasure after a list of what the law keeps.
import { Alert, Button, Checkbox, Divider, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import {
  type Erasure,
  erasePerson,
  listExports,
  type PersonKind,
  previewErasure,
  readKeptRegister,
  requestExport,
} from '#core/privacy/person.ts';
import { actKey, call } from '#ui/client/call.ts';
import { queryClient, queryOf, useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatDay, formatMoment, plural } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { Exports } from './Exports.tsx';
import classes from './privacy.module.css';

interface PersonRef {
  kind: PersonKind;
  id: string;
  name: string;
}

interface PersonalDataProps {
  person: PersonRef;
  onClose(): void;
  /** The record was erased: the screen must reload. */
  onErased?(): void;
}

export default function PersonalData({ person, onClose, onErased }: PersonalDataProps): ReactElement {
  return (
    <DialogAbove opened onClose={onClose} title={`Données personnelles — ${person.name}`} centered size="lg">
      <Content person={person} onErased={onErased} />
    </DialogAbove>
  );
}

interface ContentProps {
  person: PersonRef;
  onErased: (() => void) | undefined;
}

function Content({ person: { kind, id }, onErased }: ContentProps): ReactElement {
  const params = { kind, id };
  const { data, error, refetch } = useCall(previewErasure, { params });
  return (
    <Stack>
      <section aria-label="Export">
        <Title order={3} size="h5" mb="xs">
          Export
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Tout ce que l’agence conserve sur cette personne, à lui remettre si elle le demande.
        </Text>
        <Exports list={listExports} request={requestExport} params={params} button="Exporter ses données" />
      </section>
      <Divider />
      <section aria-label="Effacement">
        <Title order={3} size="h5" mb="xs">
          Effacement
        </Title>
        {error && !data ? (
          <div role="alert">
            <Text mb="xs">{error.message}</Text>
            <Button variant="default" onClick={() => void refetch()}>
              Réessayer
            </Button>
          </div>
        ) : !data ? (
          <Skeleton height={120} role="status" aria-label="Chargement" />
        ) : (
          <Erasing erasure={data.erasure} params={params} onErased={onErased} />
        )}
      </section>
    </Stack>
  );
}

interface ErasingProps {
  erasure: Erasure;
  params: { kind: PersonKind; id: string };
  onErased: (() => void) | undefined;
}

function Erasing({ erasure, params, onErased }: ErasingProps): ReactElement {
  const { zone } = useLocale();
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const erase = async (): Promise<void> => {
    setBusy(true);
    try {
      const done = await call(erasePerson, { params, input: { confirmed: true }, key: actKey() });
      queryClient.setQueryData(queryOf(previewErasure, { params }).queryKey, done);
      notifySuccess('Données personnelles effacées');
      onErased?.();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  if (erasure.erasedAt) {
    return (
      <Stack gap="sm">
        <Alert color="gray" role="status">
          Effacé le {formatMoment(erasure.erasedAt, zone)} : {erasure.name}.
        </Alert>
        <Kept erasure={erasure} params={params} />
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">Seront effacés ou rendus anonymes, sans retour possible :</Text>
      <ul className={classes.facts}>
        {erasure.erased.map(({ label, count }) => (
          <li key={label}>
            {label} ({plural(count, 'élément')})
          </li>
        ))}
      </ul>
      {erasure.account ? (
        <Text size="sm">
          {params.kind === 'customer'
            ? 'Les comptes de ses interlocuteurs qu’aucun autre profil n’utilise sont supprimés.'
            : 'Son compte est supprimé avec ses appareils : aucun autre profil ne l’utilise.'}
        </Text>
      ) : null}
      <Text size="sm">{freeTextNotice}</Text>
      <Kept erasure={erasure} params={params} />
      {erasure.refused ? (
        <Alert color="yellow" role="status">
          {erasure.refused}
        </Alert>
      ) : (
        <>
          <Checkbox
            label="J’ai compris : cet effacement est définitif."
            checked={sure}
            onChange={(event) => setSure(event.currentTarget.checked)}
          />
          <div>
            <Button color="red" disabled={!sure} loading={busy} onClick={() => void erase()}>
              Effacer les données personnelles
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

/** Nobody can find a person in a text written by hand: only a reader can. */
const freeTextNotice =
  'Les textes libres de l’agence (notes d’information, consignes, commentaires de sites et de services) ne sont pas relus : si son nom y est écrit, il y reste. Cherchez-le et retirez-le à la main.';

const registerLabels: Record<string, string> = {
  lastname: 'Nom',
  firstname: 'Prénom',
  nationality: 'Nationalité',
  birthDate: 'Date de naissance',
  position: 'Emploi',
  name: 'Nom',
  customerNumber: 'Numéro client',
  street: 'Adresse',
  zipcode: 'Code postal',
  city: 'Ville',
  country: 'Pays',
  email: 'E-mail',
};

const keptWords: Record<PersonKind, string> = {
  agent: 'mentions du registre',
  contact: 'mentions conservées',
  customer: 'mentions de facturation',
};
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function Kept({ erasure, params }: Pick<ErasingProps, 'erasure' | 'params'>): ReactElement | null {
  const [register, setRegister] = useState<Record<string, unknown> | null>(null);
  const read = async (): Promise<void> => {
    try {
      setRegister((await call(readKeptRegister, { params })).register);
    } catch (error) {
      notifyProblem(error);
    }
  };
  if (erasure.kept.length === 0) return null;
  return (
    <div>
      <Text size="sm">La loi oblige à conserver :</Text>
      <ul className={classes.facts}>
        {erasure.kept.map(({ label, why, until }) => (
          <li key={label}>
            {label}
            {until ? `, jusqu’au ${formatDay(until)}` : ''}
            <Text size="xs" c="dimmed">
              {why}
            </Text>
          </li>
        ))}
      </ul>
      {erasure.erasedAt && register === null ? (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => void read()}>
          Afficher les {keptWords[params.kind]}
        </Button>
      ) : null}
      {register ? (
        <ul className={classes.facts} aria-label={capital(keptWords[params.kind])}>
          {Object.entries(registerLabels).flatMap(([key, label]) =>
            register[key] ? [<li key={key}>{`${label} : ${String(register[key])}`}</li>] : [],
          )}
        </ul>
      ) : null}
    </div>
  );
}
