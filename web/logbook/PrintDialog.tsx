// The log of a site over some days, as PDF with a reference that anybody can verify.
import type { ReactElement } from 'react';
import { day, type Field, flag } from '#core/kernel/field.ts';
import { longestPrint, printLogbook } from '#core/logbook/calls.ts';
import { useSession } from '#ui/client/session.ts';
import { addDays, today } from '#ui/clock.ts';
import { DownloadDialog } from '#ui/files/DownloadDialog.tsx';
import { saveDocument } from '#ui/files/documents.ts';
import type { Faults } from '#ui/kinds/inputs.tsx';
import { useLocale } from '#ui/kinds/locale.ts';

const period = {
  from: day('Du', { required: true, width: 'half' }),
  to: day('Au', { required: true, width: 'half' }),
};
const asked = { ...period, forCustomer: flag('Seulement ce que voit le client') };
type Choice = Partial<Record<keyof typeof asked, unknown>>;

const dayLength = 86_400_000;

function faultsOf({ from, to }: Choice): Faults {
  if (typeof from !== 'string' || typeof to !== 'string') return { to: 'Choisissez une période' };
  if (to < from) return { to: 'La fin précède le début' };
  return Date.parse(to) - Date.parse(from) < longestPrint * dayLength ? {} : { to: `${longestPrint} jours au plus` };
}

interface PrintDialogProps {
  site: { id: string; name: string };
  onClose(): void;
}

export default function PrintDialog({ site, onClose }: PrintDialogProps): ReactElement {
  // He has nothing else.
  const isCustomer = useSession().scope === 'customer';
  const to = today(useLocale().zone);
  return (
    <DownloadDialog
      title="Imprimer la main courante"
      asked={(isCustomer ? period : asked) as Readonly<Record<string, Field>>}
      first={{ from: addDays(to, -6), to, ...(isCustomer ? {} : { forCustomer: false }) }}
      faultsOf={faultsOf}
      says={() =>
        `${site.name}. Le document porte une référence et un QR code : chacun peut vérifier, sans compte, que rien n’a été changé.`
      }
      download={(choice) =>
        saveDocument(
          { endpoint: printLogbook, input: { site: { id: site.id }, ...choice } },
          `Main courante ${site.name} ${String(choice.from)}.pdf`,
        )
      }
      onClose={onClose}
    />
  );
}
