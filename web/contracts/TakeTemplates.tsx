// The platform's templates, to copy among one's own (G-039).
import { Button, Loader, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { contractCalls } from '#core/contracts/calls.ts';
import { templatesOf } from '#core/contracts/contract.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { useActKey } from '#ui/client/act.ts';
import { call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { LineMain, Lines } from '../summary/parts.tsx';

export default function TakeTemplates({ kind, onClose }: { kind: ContractKind; onClose(): void }): ReactElement {
  const { data, error } = useCall(contractCalls[kind].offered);
  const [busy, setBusy] = useState<string | null>(null);
  const keyOf = useActKey();
  const take = async (id: string): Promise<void> => {
    setBusy(id);
    try {
      await call(contractCalls[kind].adopt, { params: { id }, key: keyOf(id) });
      keyOf.renew();
      notifySuccess('Modèle copié parmi les vôtres');
      void invalidateEntity(templatesOf[kind] as Entity);
    } catch (problem) {
      notifyProblem(problem);
    }
    setBusy(null);
  };
  return (
    <DialogAbove opened onClose={onClose} title="Modèles de la plateforme" centered>
      {error ? (
        <Text role="alert">{error.message}</Text>
      ) : !data ? (
        <Stack align="center" role="status">
          <Loader size="sm" aria-hidden />
          <Text c="dimmed">Récupération des modèles.</Text>
        </Stack>
      ) : (
        <Lines of={data.templates} keyOf={({ id }) => id} empty="Aucun modèle.">
          {({ id, title }) => (
            <>
              <LineMain>{title}</LineMain>
              <Button size="compact-sm" variant="default" loading={busy === id} onClick={() => void take(id)}>
                Copier
              </Button>
            </>
          )}
        </Lines>
      )}
    </DialogAbove>
  );
}
