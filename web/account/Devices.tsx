// The devices that signed in, each removable.
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type Device, listDevices, removeDevice } from '#core/session/devices.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, queryKey, useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { formatMoment } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import classes from './Account.module.css';

const nameOf = ({ browserName, browserVersion, deviceInfos }: Device): string => {
  const browser = [browserName, browserVersion?.split('.')[0]].filter(Boolean).join(' ');
  return [browser || 'Navigateur inconnu', deviceInfos].filter(Boolean).join(' — ');
};

export function Devices(): ReactElement {
  const { zone } = useLocale();
  const { data, isError, refetch } = useCall(listDevices);
  const [removing, setRemoving] = useState<string | null>(null);
  const remove = async (device: Device): Promise<void> => {
    const sure = await confirm({
      title: 'Retirer cet appareil ?',
      message: `${nameOf(device)} ne figurera plus parmi vos appareils.`,
      confirmLabel: 'Retirer',
      danger: true,
    });
    if (!sure) return;
    setRemoving(device.id);
    try {
      await call(removeDevice, { params: { id: device.id } });
      await queryClient.invalidateQueries({ queryKey: queryKey(listDevices).slice(0, 1) });
      notifySuccess('Appareil retiré');
    } catch (error) {
      notifyProblem(error);
    } finally {
      setRemoving(null);
    }
  };
  return (
    <section className={classes.section} aria-labelledby="devices">
      <Title order={2} id="devices">
        Appareils
      </Title>
      {isError ? (
        <>
          <Text mb="sm">Vos appareils n’ont pas pu être lus.</Text>
          <Button variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </>
      ) : null}
      {!data && !isError ? <Skeleton height={44} aria-label="Chargement" /> : null}
      {data?.devices.length === 0 ? <Text c="dimmed">Aucun appareil n’est enregistré.</Text> : null}
      <ul className={classes.rows}>
        {data?.devices.map((device) => (
          <li key={device.id} className={classes.device}>
            <div>
              <Text fw={550}>{nameOf(device)}</Text>
              <Text size="sm" c="dimmed">
                Dernière connexion le {formatMoment(device.lastSeenAt, zone)}
              </Text>
            </div>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              loading={removing === device.id}
              onClick={() => void remove(device)}
              aria-label={`Retirer ${nameOf(device)}`}
            >
              Retirer
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
