// How the user wants to be told: one line per kind, one column per channel; each choice is saved at once.
import { Checkbox, Skeleton, Table, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { allChannels, type Channel, channels } from '#core/kernel/notification.ts';
import {
  listNotificationPreferences,
  type NotificationPreference,
  saveNotificationPreference,
} from '#core/notifications/calls.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, queryKey, useCall } from '#ui/client/queries.tsx';
import { notifyProblem } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';

type Listed = { preferences: NotificationPreference[] };

const show = (kind: string, chosen: Channel[]): void =>
  void queryClient.setQueryData<Listed>(
    queryKey(listNotificationPreferences),
    (known) =>
      known && {
        preferences: known.preferences.map((one) => (one.kind === kind ? { ...one, channels: chosen } : one)),
      },
  );

async function choose({ kind, channels: before }: NotificationPreference, chosen: Channel[]): Promise<void> {
  show(kind, chosen);
  try {
    await call(saveNotificationPreference, { params: { kind }, input: { channels: chosen } });
  } catch (error) {
    show(kind, before);
    notifyProblem(error);
  }
}

export function Preferences(): ReactElement {
  const { data, error, isFetching, refetch } = useCall(listNotificationPreferences);
  if (!data && error && !isFetching)
    return (
      <ReadFailure
        title="Vos préférences n’ont pas pu être chargées"
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={160} role="status" aria-label="Chargement" />;
  if (data.preferences.length === 0)
    return (
      <Text c="dimmed" size="sm">
        Vos droits ne vous ouvrent aucune notification pour le moment.
      </Text>
    );
  return (
    <Table horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Prévenez-moi quand…</Table.Th>
          {Object.entries(channels).map(([channel, label]) => (
            // A narrow column must not break « e-mail ».
            <Table.Th key={channel}>{label.replace('-', '\u2011')}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.preferences.map((one) => (
          <Table.Tr key={one.kind}>
            <Table.Th scope="row" fw={400}>
              {one.label}
            </Table.Th>
            {allChannels.map((channel) => (
              <Table.Td key={channel}>
                <Checkbox
                  aria-label={`${one.label} : ${channels[channel].toLowerCase()}`}
                  checked={one.channels.includes(channel)}
                  onChange={({ currentTarget: { checked } }) =>
                    void choose(
                      one,
                      allChannels.filter((other) => (other === channel ? checked : one.channels.includes(other))),
                    )
                  }
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
