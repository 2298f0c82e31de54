// « Mes moyens de paiement »: cards and mandates of the agency, and the default one (Z-014..Z-020).
import { Alert, Badge, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import {
  deletePaymentMethod,
  finishSetup,
  listPaymentMethods,
  methodLabel,
  methodTypes,
  type PaymentMethod,
  setDefaultPaymentMethod,
} from '#core/payments/method-calls.ts';
import { staffPlace } from '#core/payments/place.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { call } from '#ui/client/call.ts';
import { queryClient, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { IconBuildingBank, IconCreditCard, IconTrash, IconX } from '#ui/icons.ts';
import { mayAlone } from '#ui/may.ts';
import { notifyInfo, notifyProblem, notifySuccess, notifyWarning } from '#ui/notify.ts';
import { ReadFailure } from '#ui/ReadFailure.tsx';
import { PageHeader } from '#ui/shell/PageHeader.tsx';
import type { ScreenProps } from '#ui/shell/screen.ts';
import classes from './payments.module.css';

const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [listPaymentMethods.name] });

/** Back from the provider: the visit is finished once. */
export function useReturn(): void {
  const { setup } = useSearch({ strict: false }) as { setup?: string };
  const go = useNavigate();
  const { flags, acting } = useSession();
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!setup || done.current === setup) return;
    done.current = setup;
    call(finishSetup, { params: { id: setup } })
      .then(({ state }) => {
        if (state === 'done') notifySuccess('Moyen de paiement enregistré');
        else if (state === 'failed') notifyWarning('Le moyen de paiement n’a pas été enregistré.');
        else notifyInfo('Le prestataire confirme encore votre moyen de paiement : il apparaîtra ici.');
        return reread();
      })
      .catch(notifyProblem)
      // Z-013: staff of the platform go back to their agencies.
      .finally(
        () =>
          void go({
            ...{ to: (flags.isSupport ? staffPlace(flags.isAdmin, acting) : '.') as never },
            ...{ search: {} as never, replace: true },
          }),
      );
  }, [setup, go, flags, acting]);
}

export default function Methods({ title, description }: ScreenProps): ReactElement {
  useReturn();
  const go = useNavigate();
  const { data, error, isFetching, refetch } = useCall(listPaymentMethods);
  const offers = data && (data.cards || data.debits);
  const mayChoose = mayAlone(useSession(), ['editPaymentMethod']);
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        description={description}
        action={
          mayChoose && offers && <Button onClick={() => void go({ to: '/paymentMethod' as never })}>Ajouter</Button>
        }
      />
      {error && !data ? (
        <ReadFailure
          title="Les moyens de paiement n’ont pas pu être lus"
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack aria-busy role="status" aria-label="Chargement">
          {[1, 2].map((bone) => (
            <Skeleton key={bone} height={64} />
          ))}
        </Stack>
      ) : (
        <>
          {!offers && <Alert color="blue">{paymentMessages.byTransfer}</Alert>}
          {data.paymentMethods.length === 0 ? (
            <Text c="dimmed">Aucun moyen de paiement n’est enregistré.</Text>
          ) : (
            <ul className={classes.rows} aria-label="Moyens de paiement">
              {data.paymentMethods.map((method) => (
                <Method
                  key={method.id}
                  method={method}
                  isDefault={method.id === data.defaultPaymentMethod}
                  mayChoose={mayChoose}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

/** Z-020 */
export const NotValid = (): ReactElement => (
  <Text size="sm" c="red">
    <IconX size={14} aria-hidden /> {paymentMessages.notValid}
  </Text>
);

interface MethodProps {
  method: PaymentMethod;
  isDefault: boolean;
  mayChoose: boolean;
}

function Method({ method, isDefault, mayChoose }: MethodProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const label = methodLabel(method);
  const Icon = method.type === 'card' ? IconCreditCard : IconBuildingBank;
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      notifySuccess(done);
    } catch (error) {
      notifyProblem(error);
    }
    await reread();
    setBusy(false);
  };
  const choose = (): void => {
    // Z-017
    if (isDefault) notifyWarning(paymentMessages.alreadyDefault);
    else
      void act(
        () => call(setDefaultPaymentMethod, { params: { id: method.id } }),
        'Moyen de paiement par défaut choisi',
      );
  };
  const remove = async (): Promise<void> => {
    // Z-019
    if (isDefault) return notifyWarning(paymentMessages.keepsDefault);
    const message = `${label} ne servira plus à aucun paiement.`;
    if (await confirm({ title: 'Supprimer ce moyen de paiement ?', message, confirmLabel: 'Supprimer', danger: true }))
      await act(() => call(deletePaymentMethod, { params: { id: method.id } }), 'Moyen de paiement supprimé');
  };
  const holder = method.stripeCard?.name ?? method.goBankDetail?.holderName;
  return (
    <li className={classes.row}>
      <Icon size={24} aria-hidden />
      <div className={classes.words}>
        <Text component="div" fw={550}>
          {label}{' '}
          {isDefault && (
            <Badge variant="light" tt="none">
              Par défaut
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {[methodTypes[method.type], holder].filter(Boolean).join(' · ')}
        </Text>
        {!method.enabled && <NotValid />}
      </div>
      {mayChoose && (
        <div className={classes.acts}>
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            disabled={!method.enabled}
            onClick={choose}
            aria-label={`Utiliser par défaut : ${label}`}
          >
            Utiliser par défaut
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => void remove()}
            aria-label={`Supprimer : ${label}`}
          >
            Supprimer
          </Button>
        </div>
      )}
    </li>
  );
}
