// The telephones of the field: what they still had to send when they were last heard, and taking one out of use (decisions
// 77 and 93).
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { fetchDevices, revokeDevice } from '#core/field/desk-calls.ts';
import { handOverDays } from '#core/field/hand-over-calls.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { useAct } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { formatRelative, plural } from '#ui/format.ts';
import { notifySuccess } from '#ui/notify.ts';
import classes from './KeptEvents.module.css';

export function Devices(): ReactElement {
  const { data, refetch } = useCall(fetchDevices, { mount: 'agency' });
  const mayRevoke = useSession().can(['editAgent']);
  const [revoking, setRevoking] = useState<Device | null>(null);
  const devices = data?.devices ?? [];
  const waiting = devices.filter((one) => one.waiting > 0);
  const others = mayRevoke ? devices.filter((one) => one.waiting === 0) : [];
  const onRevoke = mayRevoke ? setRevoking : null;
  return (
    <>
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting-devices">
          <h2 id="waiting-devices" className={classes.part}>
            Téléphones qui n’ont pas tout transmis
          </h2>
          <DeviceList devices={waiting} onRevoke={onRevoke} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary>{plural(others.length, 'téléphone')} sans rien en attente</summary>
          <DeviceList devices={others} onRevoke={onRevoke} />
        </details>
      ) : null}
      {revoking && <Revoking device={revoking} onClose={() => setRevoking(null)} onRevoked={() => void refetch()} />}
    </>
  );
}

interface DeviceListProps {
  devices: readonly Device[];
  /** Null: the caller may not. */
  onRevoke: ((device: Device) => void) | null;
}

const DeviceList = ({ devices, onRevoke }: DeviceListProps): ReactElement => (
  <ul className={classes.list}>
    {devices.map((one) => (
      <li key={one.id} className={classes.line} aria-label={`Téléphone, ${ownerOf(one)}`}>
        <div>
          <Text fw={600}>
            {ownerOf(one)} · {one.name}
          </Text>
          <Text>
            {one.waiting > 0 ? `${plural(one.waiting, 'élément')} en attente, entendu` : 'Entendu'}{' '}
            {formatRelative(one.seenAt)}
            {one.lostAt ? ` · révoqué ou déclaré perdu ${formatRelative(one.lostAt)}` : ''}
          </Text>
        </div>
        {onRevoke && !one.lostAt ? (
          <Button variant="default" onClick={() => onRevoke(one)}>
            Révoquer
          </Button>
        ) : null}
      </li>
    ))}
  </ul>
);

type Device = Output<typeof fetchDevices>['devices'][number];

const ownerOf = ({ agent }: Device): string => agent?.name ?? 'Collaborateur inconnu';

interface RevokingProps {
  device: Device;
  onClose(): void;
  onRevoked(): void;
}

function Revoking({ device, onClose, onRevoked }: RevokingProps): ReactElement {
  const { run, busy, problem } = useAct(async () => {
    await call(revokeDevice, { params: { id: device.id } });
    notifySuccess('Téléphone révoqué');
    onClose();
    onRevoked();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Révoquer ce téléphone ?" centered>
      <Stack>
        <Text>
          {ownerOf(device)} est déconnecté de tous ses appareils. Ce téléphone transmet ce qu’il garde, à vérifier ici,
          puis s’efface ; il a {handOverDays} jours pour le faire.
        </Text>
        {problem ? (
          <Text role="alert" c="red">
            {problem.message}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button color="red" loading={busy} onClick={() => run()}>
            Révoquer
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}
