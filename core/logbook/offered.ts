// `serviceEventTypes` of an agency and of a site (I-020, AB-010): what `logbook_type_settings` makes of the catalogue. They
// are chosen by the calls of the daily log (core/logbook/calls.ts).
import { choice, flag, integer, lines, text } from '../kernel/field.ts';
import { logCategories } from './categories.ts';

const written = 'server' as const;

export const offeredTypes = () =>
  lines(
    "Types d'événements",
    {
      type: integer('Code', { written, required: true }),
      typeKey: choice('Catégorie', logCategories, { written, required: true }),
      label: text('Libellé', { written, required: true }),
      enabled: flag('Proposé', { written }),
      customerShow: flag('Visible par le client', { written }),
      notifyAgency: flag('Prévient l’agence', { written }),
      notifyCustomer: flag('Prévient le client', { written }),
    },
    { written, offScreen: true, reserved: 'reading', table: 'logbook_type_settings' },
  );
