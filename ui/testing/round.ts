// A test entity whose form uses every rule of the kinds (1 §5).
import { entity } from '#core/kernel/entity.ts';
import { day, decimal, lines, moment, money, phones, ref, refs, text } from '#core/kernel/field.ts';

export const Round = entity({
  name: 'round',
  plural: 'rounds',
  table: 'rounds',
  label: { one: 'Ronde', many: 'Rondes', feminine: true },
  description: '',
  title: 'label',
  order: { by: 'label', ascending: true },
  grants: {
    list: { agency: ['listCheckpoints'] },
    read: { agency: ['listCheckpoints'] },
    create: { agency: ['createCheckpoint'] },
    edit: { agency: ['editCheckpoint'] },
  },
  fields: {
    label: text('Nom', { required: true }),
    starts: day('Début', { required: true }),
    ends: day('Fin', { dates: { after: { path: 'starts' }, within: { years: 2, from: { path: 'starts' } } } }),
    leaves: moment('Départ', { dates: { future: true } }),
    fee: money('Prix', { min: 0 }),
    rate: decimal('Taux', { min: 0 }),
    walkers: refs('Rondiers', 'agent', { required: true }),
    leader: ref('Chef', 'agent', { offer: { rows: 'staff' } }),
    account: ref('Compte', 'agent', { offer: { rows: 'staffWithAccount' } }),
    site: ref('Site', 'site'),
    phone: phones('Téléphones', { count: 2 }),
    stops: lines('Étapes', { name: text('Étape', { required: true }) }, { required: true, one: 'Étape' }),
    card: text('Carte professionnelle', { format: 'professionalCard' }),
    insured: text('Numéro de sécurité sociale', { format: 'socialSecurityNumber' }),
    bank: text('Carte de paiement', { format: 'paymentCardNumber' }),
    comments: text('Description', { multiline: true }),
  },
});
