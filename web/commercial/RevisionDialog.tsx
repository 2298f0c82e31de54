// A revision of prices: what it changes is shown before it is applied.
import { Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { CommercialContract } from '#core/commercial/contract.ts';
import { previewRevision, reviseContract } from '#core/commercial/revision-calls.ts';
import { formatDecimal, formatMoney, priceDecimals } from '#core/kernel/money.ts';
import { dayExists, frenchDay } from '#core/kernel/validators.ts';
import { ActFooter } from '#ui/ActFooter.tsx';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { DateInput } from '#ui/kinds/DateInput.tsx';
import { notifySuccess } from '#ui/notify.ts';
import classes from './preparation.module.css';

interface Props {
  contract: string;
  date: string;
  onClose(): void;
}

export default function RevisionDialog({ contract, date: first, onClose }: Props): ReactElement {
  const [date, setDate] = useState(first);
  const [key] = useState(actKey);
  const params = { id: contract };
  const asked = useCall(previewRevision, { params, input: { date }, enabled: dayExists(date) });
  const act = useAct(async () => {
    await call(reviseContract, { params, input: { date }, key });
    notifySuccess(`Prix révisés à partir du ${frenchDay(date)}`);
    void invalidateEntity(CommercialContract, [contract]);
    onClose();
  });
  const { data } = asked;
  return (
    <DialogAbove opened onClose={onClose} title="Réviser les prix" centered size="lg">
      <Stack inert={act.busy}>
        <DateInput
          kind="day"
          label="À partir du"
          description="Les services d’avant gardent leurs prix."
          value={date}
          error={asked.error?.message ?? act.problem?.message}
          onChange={setDate}
        />
        {data && !asked.error && (
          <>
            <Text size="sm">
              {`Indice ${formatDecimal(data.index.value, 4)} du ${frenchDay(data.index.date)} : coefficient ${formatDecimal(data.coefficient, 6)}.`}
            </Text>
            <table className={classes.proof}>
              <thead>
                <tr>
                  <th scope="col">Prix</th>
                  <th scope="col">Avant</th>
                  <th scope="col">Après</th>
                </tr>
              </thead>
              <tbody>
                {data.changes.map(({ label, before, after }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two prices may have the same label
                  <tr key={`${label} ${index}`}>
                    <td>{label}</td>
                    <td>{formatMoney(before, data.currency, priceDecimals)}</td>
                    <td>
                      <b>{formatMoney(after, data.currency, priceDecimals)}</b>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        <ActFooter
          act={act}
          label="Appliquer"
          disabled={!data || asked.error !== null}
          onLeave={onClose}
          leave="Fermer"
        />
      </Stack>
    </DialogAbove>
  );
}
