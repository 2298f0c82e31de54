// A new agency, with its administrator or without one (AB-007, AB-008).
import { Alert, Button, Fieldset, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { createAgency } from '#core/agencies/creation.ts';
import { AdminAgency } from '#core/platform/agency.ts';
import { createAgencyManager } from '#core/platform/agency-calls.ts';
import { useAct, useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { closing } from '#ui/leaving.ts';
import { notifySuccess } from '#ui/notify.ts';
import { isBlank, nobodyYet, PersonFields } from './PersonFields.tsx';

export interface Named {
  id: string;
  name: string;
}

function Buttons({ label, busy, onClose }: { label: string; busy: boolean; onClose(): void }): ReactElement {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Annuler
      </Button>
      <Button type="submit" loading={busy}>
        {label}
      </Button>
    </Group>
  );
}

const submitted = (run: () => void) => (event: FormEvent) => {
  event.preventDefault();
  run();
};

interface NewAgencyProps {
  onClose(): void;
  /** Created without an administrator. */
  onAlone(agency: Named): void;
}

export function NewAgency({ onClose, onAlone }: NewAgencyProps): ReactElement {
  // The same agency, however often the button is pressed while the network fails; another one once it is corrected.
  const idOf = useActKey();
  const [name, setName] = useState('');
  const [manager, setManager] = useState(nobodyYet);
  const save = useAct(async () => {
    const alone = isBlank(manager);
    const asked = { name, ...(alone ? {} : { manager }) };
    const { agency } = await call(createAgency, { input: { id: idOf(asked), ...asked } });
    await invalidateEntity(AdminAgency);
    notifySuccess(alone ? 'Agence créée' : `Agence créée : ${manager.email} est invité à l’administrer`);
    onClose();
    if (alone) onAlone({ id: agency.id, name: agency.name });
  });
  const leave = closing({ isTouched: name !== '' || !isBlank(manager), busy: save.busy, onClose });
  return (
    <Modal opened onClose={leave} title="Nouvelle agence" size="lg">
      <form noValidate onSubmit={submitted(() => save.run())}>
        <Stack gap="md" inert={save.busy}>
          <TextInput
            label="Nom de l’agence"
            required
            maxLength={120}
            data-autofocus
            value={name}
            error={save.violation('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Fieldset legend="Administrateur de l’agence">
            <Stack gap="sm">
              <Text size="sm" c="dimmed">
                Il reçoit une invitation par e-mail et gère l’agence dès qu’il l’accepte. Vide : vous le créez plus
                tard.
              </Text>
              <PersonFields
                value={manager}
                onChange={setManager}
                violation={(path) => save.violation(`manager.${path}`)}
                required={!isBlank(manager)}
              />
            </Stack>
          </Fieldset>
          {save.problem ? <Alert color="red">{save.problem.message}</Alert> : null}
          <Buttons label="Créer l’agence" busy={save.busy} onClose={leave} />
        </Stack>
      </form>
    </Modal>
  );
}

export function ManagerDialog({ agency, onClose }: { agency: Named; onClose(): void }): ReactElement {
  const [manager, setManager] = useState(nobodyYet);
  const keyOf = useActKey();
  const save = useAct(async () => {
    await call(createAgencyManager, { params: { id: agency.id }, input: manager, key: keyOf(manager) });
    await invalidateEntity(AdminAgency);
    notifySuccess(`Invitation envoyée à ${manager.email}`);
    onClose();
  });
  const leave = closing({ isTouched: !isBlank(manager), busy: save.busy, onClose });
  return (
    <Modal opened onClose={leave} title={`Administrateur de ${agency.name}`} size="lg">
      <form noValidate onSubmit={submitted(() => save.run())}>
        <Stack gap="md" inert={save.busy}>
          <Text size="sm" c="dimmed">
            Il reçoit une invitation par e-mail et gère l’agence dès qu’il l’accepte.
          </Text>
          <PersonFields value={manager} onChange={setManager} violation={save.violation} />
          {save.problem ? <Alert color="red">{save.problem.message}</Alert> : null}
          <Buttons label="Inviter" busy={save.busy} onClose={leave} />
        </Stack>
      </form>
    </Modal>
  );
}
