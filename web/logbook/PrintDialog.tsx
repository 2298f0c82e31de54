// The log of a site over some days, as PDF with a reference that anybody can verify.
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { day, flag } from '#core/kernel/field.ts';
import { longestPrint, printLogbook } from '#core/logbook/calls.ts';
import { useAct } from '#ui/client/act.ts';
import { addDays, today } from '#ui/clock.ts';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { useMaximised } from '#ui/dialog.ts';
import fieldClasses from '#ui/fields/fields.module.css';
import { saveDocument } from '#ui/files/documents.ts';
import { IconDownload } from '#ui/icons.ts';
import { type Faults, FieldInput } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';

const asked = {
  from: day('Du', { required: true, width: 'half' }),
  to: day('Au', { required: true, width: 'half' }),
  forCustomer: flag('Seulement ce que voit le client'),
};
type Choice = Record<keyof typeof asked, unknown>;

const dayLength = 86_400_000;

function faultsOf({ from, to }: Choice): Faults {
  if (typeof from !== 'string' || typeof to !== 'string') return { to: 'Choisissez une période' };
  if (to < from) return { to: 'La fin précède le début' };
  return Date.parse(to) - Date.parse(from) < longestPrint * dayLength ? {} : { to: `${longestPrint} jours au plus` };
}

export default function PrintDialog({
  site,
  onClose,
}: {
  site: { id: string; name: string };
  onClose(): void;
}): ReactElement {
  const { zone } = useLocale();
  const [choice, setChoice] = useState<Choice>(() => {
    const to = today(zone);
    return { from: addDays(to, -6), to, forCustomer: false };
  });
  const faults = faultsOf(choice);
  const fullScreen = useMaximised();
  const act = useAct(async () => {
    const input = { site: { id: site.id }, ...choice };
    if (await saveDocument({ endpoint: printLogbook, input }, `Main courante ${site.name} ${String(choice.from)}.pdf`))
      onClose();
  });
  return (
    <DialogAbove opened onClose={onClose} title="Imprimer la main courante" fullScreen={fullScreen} centered>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (Object.keys(faults).length === 0) act.run();
        }}
      >
        <Stack>
          <Text size="sm">
            {site.name}. Le document porte une référence et un QR code : chacun peut vérifier, sans compte, que rien n’a
            été changé.
          </Text>
          <div className={fieldClasses.grid}>
            {Object.entries(asked).map(([name, field]) => (
              <div key={name} data-width={field.width}>
                <FieldInput
                  field={field}
                  path={name}
                  value={choice[name as keyof Choice]}
                  faults={faults}
                  change={(path, value) => setChoice((before) => ({ ...before, [path]: value }))}
                  leave={() => {}}
                />
              </div>
            ))}
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Annuler
            </Button>
            <Button type="submit" loading={act.busy} leftSection={<IconDownload size={16} aria-hidden />}>
              Télécharger le PDF
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogAbove>
  );
}
