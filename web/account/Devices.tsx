// The user's devices: this one, the connected ones; removing one ends its sessions.
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { type Device, disconnectDevice, listDevices, removeDevice } from '#core/session/devices.ts';
import { call } from '#ui/client/call.ts';
import { leave } from '#ui/client/leaving.ts';
import { queryClient, queryKey, useCall } from '#ui/client/queries.tsx';
import { confirm, type Proof } from '#ui/confirm.tsx';
import { formatMoment, formatRelative } from '#ui/format.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import classes from './Account.module.css';

const nameOf = ({ registered, browserName, browserVersion, deviceInfos }: Device): string => {
  if (!registered) return 'Connexion sans appareil enregistré';
  const browser = [browserName, browserVersion?.split('.')[0]].filter(Boolean).join(' ');
  return [browser || 'Navigateur inconnu', deviceInfos].filter(Boolean).join(' — ');
};

export const invalidateDevices = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKey(listDevices).slice(0, 1) });

export function Devices(): ReactElement {
  const { zone } = useLocale();
  const { data, isError, refetch } = useCall(listDevices);
  const [removing, setRemoving] = useState<string | null>(null);
  const remove = async (device: Device): Promise<void> => {
    const asksProof = device.connected && !device.current;
    const params = { id: device.id };
    const sure = await confirm({
      title: device.current ? 'Retirer cet appareil, celui-ci ?' : 'Retirer cet appareil ?',
      message: device.current
        ? 'Vous serez déconnecté ici même.'
        : `${nameOf(device)} ${asksProof ? 'sera déconnecté et ' : ''}ne figurera plus parmi vos appareils.`,
      confirmLabel: 'Retirer',
      danger: true,
      ...(asksProof ? { prove: (input: Proof) => call(disconnectDevice, { params, input }) } : {}),
    });
    if (!sure) return;
    setRemoving(device.id);
    try {
      if (!asksProof) await call(removeDevice, { params });
      if (device.current) {
        leave();
        return;
      }
      await invalidateDevices();
      notifySuccess('Appareil retiré');
    } catch (error) {
      notifyProblem(error);
    } finally {
      setRemoving(null);
    }
  };
  return (
    <>
      {isError ? <ReadFailure title="Vos appareils n’ont pas pu être lus" onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={44} role="status" aria-label="Chargement" /> : null}
      {data?.devices.length === 0 ? <Text c="dimmed">Aucun appareil n’est enregistré.</Text> : null}
      <ul className={classes.rows}>
        {data?.devices.map((device) => (
          <li key={device.id} className={classes.device}>
            <div>
              <Text fw={550}>
                {nameOf(device)}
                {device.current ? (
                  <Badge component="span" ml="xs" variant="light" size="sm" className={classes.badge ?? ''}>
                    Cet appareil
                  </Badge>
                ) : null}
              </Text>
              <Text size="sm" c="dimmed" title={formatRelative(device.lastSeenAt)}>
                {device.connected ? 'Connecté' : 'Déconnecté'} · Vu le {formatMoment(device.lastSeenAt, zone)}
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
    </>
  );
}
