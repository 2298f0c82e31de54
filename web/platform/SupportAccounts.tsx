// « Comptes support »: the platform's own staff (AB-036).
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Menu,
  Modal,
  Select,
  Skeleton,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import {
  createSupportAccount,
  editSupportAccount,
  inviteSupportAccount,
  listSupportAccounts,
  removeSupportAccount,
  type StaffRole,
  type SupportAccount,
} from '#core/platform/support-calls.ts';
import { platformStaff } from '#core/platform/user.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { confirm } from '#ui/confirm.tsx';
import { formatMoment } from '#ui/format.ts';
import { IconDots, IconMail, IconPlus, IconTrash, IconUserShield } from '#ui/icons.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { closing } from '#ui/leaving.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import { isBlank, nobodyYet, PersonFields } from './PersonFields.tsx';
import classes from './platform.module.css';

const roles = Object.entries(platformStaff).map(([value, label]) => ({ value, label }));

export default function SupportAccounts({ title, description }: ScreenProps): ReactElement {
  const { data, error, isFetching, refetch } = useCall(listSupportAccounts);
  const [adding, setAdding] = useState(false);
  const reload = (): void => void refetch();
  return (
    <Stack gap="md">
      <PageHeader
        title={title}
        description={description}
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Ajouter
          </Button>
        }
      />
      {error && !data ? (
        <ReadFailure
          title="Les comptes n’ont pas pu être lus"
          message={error.message}
          busy={isFetching}
          onRetry={reload}
        />
      ) : data ? (
        <Accounts accounts={data.supportAccounts} onChange={reload} />
      ) : (
        <Stack gap={8} aria-busy role="status" aria-label="Chargement">
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={44} />
          ))}
        </Stack>
      )}
      {adding ? <NewAccount onClose={() => setAdding(false)} onDone={reload} /> : null}
    </Stack>
  );
}

function Accounts({ accounts, onChange }: { accounts: readonly SupportAccount[]; onChange(): void }): ReactElement {
  const { zone } = useLocale();
  return (
    <div className={classes.scroll}>
      <Table aria-label="Comptes support" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Nom</Table.Th>
            <Table.Th>Rôle</Table.Th>
            <Table.Th className={classes.wide ?? ''}>Deux étapes</Table.Th>
            <Table.Th className={classes.wide ?? ''}>Dernière utilisation</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Table.Tr key={account.id}>
              <Table.Td>
                {account.fullname}
                {account.isInvited ? (
                  <Badge ml={8} color="yellow" variant="light" tt="none">
                    Invitation envoyée
                  </Badge>
                ) : null}
                <Text size="xs" c="dimmed">
                  {account.email}
                </Text>
              </Table.Td>
              <Table.Td>{platformStaff[account.role]}</Table.Td>
              <Table.Td className={classes.wide ?? ''}>{account.secondFactor ? 'Oui' : 'Non'}</Table.Td>
              <Table.Td className={classes.wide ?? ''}>
                {account.lastUseAt ? formatMoment(account.lastUseAt, zone) : 'Jamais'}
              </Table.Td>
              <Table.Td>
                <Actions account={account} onChange={onChange} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Actions({ account, onChange }: { account: SupportAccount; onChange(): void }): ReactElement {
  const { id, fullname, email, role } = account;
  const done = (message: string): void => {
    notifySuccess(message);
    onChange();
  };
  const turn = async (next: StaffRole): Promise<void> => {
    const yes = await confirm({
      title: `${fullname} : ${platformStaff[next]}`,
      message: 'Ses appareils sont déconnectés ; son rôle compte à sa prochaine connexion.',
      confirmLabel: 'Changer le rôle',
      act: async () => void (await call(editSupportAccount, { params: { id }, input: { role: next } })),
    });
    if (yes) done('Rôle modifié');
  };
  const remove = async (): Promise<void> => {
    const yes = await confirm({
      title: `Retirer l’accès de ${fullname}`,
      message:
        'Ses appareils sont déconnectés aussitôt et son compte ne s’ouvre plus. Les historiques gardent son nom.',
      confirmLabel: 'Retirer l’accès',
      danger: true,
      act: () => call(removeSupportAccount, { params: { id } }),
    });
    if (yes) done('Accès retiré');
  };
  const invite = async (): Promise<void> => {
    await call(inviteSupportAccount, { params: { id } });
    notifySuccess(`Invitation envoyée à ${email}`);
  };
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions : ${fullname}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {account.isInvited ? (
          <Menu.Item leftSection={<IconMail size={16} />} onClick={() => void invite().catch(notifyProblem)}>
            Renvoyer l’invitation
          </Menu.Item>
        ) : null}
        {roles
          .filter(({ value }) => value !== role)
          .map(({ value, label }) => (
            <Menu.Item
              key={value}
              leftSection={<IconUserShield size={16} />}
              onClick={() => void turn(value as StaffRole)}
            >
              Rôle : {label}
            </Menu.Item>
          ))}
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
          Retirer l’accès
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NewAccount({ onClose, onDone }: { onClose(): void; onDone(): void }): ReactElement {
  const [person, setPerson] = useState(nobodyYet);
  const [role, setRole] = useState<StaffRole>('SUPPORT');
  const keyOf = useActKey();
  const save = useAct(async () => {
    const input = { ...person, role };
    await call(createSupportAccount, { input, key: keyOf(input) });
    notifySuccess(`Invitation envoyée à ${person.email}`);
    onDone();
    onClose();
  });
  const leave = closing({ isTouched: !isBlank(person), busy: save.busy, onClose });
  return (
    <Modal opened onClose={leave} title="Nouveau compte support" size="lg">
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save.run();
        }}
      >
        <Stack gap="md" inert={save.busy}>
          <PersonFields value={person} onChange={setPerson} violation={save.violation} />
          <Select
            label="Rôle"
            data={roles}
            value={role}
            allowDeselect={false}
            onChange={(value) => setRole((value ?? 'SUPPORT') as StaffRole)}
          />
          <Text size="sm" c="dimmed">
            La personne choisit son mot de passe par le lien qu’elle reçoit.
          </Text>
          {save.problem ? <Alert color="red">{save.problem.message}</Alert> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              Annuler
            </Button>
            <Button type="submit" loading={save.busy}>
              Inviter
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
