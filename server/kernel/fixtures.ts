// Entities for tests only, with the shapes that are hard for the kernel: nested groups, computed columns, lines with
// references, references both ways, a conditional machine, hidden fields, every kind.
import { entity } from '#core/kernel/entity.ts';
import {
  address,
  choice,
  day,
  decimal,
  email,
  file,
  files,
  flag,
  flags,
  group,
  html,
  integer,
  lines,
  moment,
  money,
  phones,
  ref,
  refs,
  status,
  text,
  time,
  unitPrice,
} from '#core/kernel/field.ts';
import { finalDeletion, machine } from '#core/kernel/machine.ts';
import type { Extension } from './plan.ts';

const grants = {
  list: { agency: ['listSites'] },
  read: { agency: ['listSites'] },
  create: { agency: ['createSite'] },
  edit: { agency: ['editSite'] },
} as const;

export const crateStatus = machine({
  initial: 100,
  states: { 100: { label: 'Ouverte', tone: 'positive' }, 200: { label: 'Fermée', tone: 'neutral' } },
  moves: {
    close: {
      label: 'Fermeture',
      from: [100],
      to: 200,
      right: 'editSite',
      done: 'Caisse fermée',
      refuse: (row) => ((row.weight as number | null) === null ? 'Une caisse sans poids ne se ferme pas.' : null),
    },
    open: { label: 'Ouverture', from: [200], to: 100, right: 'archiveSite', done: 'Caisse ouverte' },
    delete: {
      label: 'Suppression',
      from: [200],
      to: null,
      right: 'deleteSite',
      done: 'Caisse supprimée',
      confirm: finalDeletion,
    },
    scrap: {
      label: 'Mise au rebut',
      from: [100],
      to: null,
      right: 'deleteSite',
      done: 'Caisse mise au rebut',
      confirm: finalDeletion,
    },
  },
});

export const Crate = entity({
  name: 'crate',
  plural: 'crates',
  table: 'crates',
  label: { one: 'Caisse', many: 'Caisses', feminine: true },
  description: '',
  title: 'label',
  order: { by: 'label', ascending: true },
  date: 'packedAt',
  grants,
  fields: {
    label: text('Nom', { required: true, column: 'shown', search: true, filter: true }),
    status: status('Statut', crateStatus, { column: 'shown', filter: true }),
    // The keeper in turn points at a favourite crate.
    keeper: ref('Gardien', 'keeper', { column: 'shown', filter: true }),
    tags: refs('Étiquettes', 'keeper', { column: 'offered', filter: true, table: 'crate_tags' }),
    weight: decimal('Poids', { column: 'shown', filter: true, min: 0 }),
    price: money('Prix', { column: 'offered', right: 'listMargins' }),
    count: integer('Nombre', { default: 3, column: 'offered', filter: true }),
    packedAt: moment('Emballée le', { column: 'offered' }),
    due: day('Échéance', { column: 'offered', filter: true }),
    at: time('Heure', { column: 'offered' }),
    place: address('Lieu', { column: 'shown', filter: true, search: true }),
    phone: phones('Téléphone', { search: true }),
    mail: email('E-mail'),
    notes: html('Notes'),
    colour: choice('Couleur', { RED: 'Rouge', BLUE: 'Bleu' }, { column: 'offered', filter: true }),
    handling: flags('Précautions', { dry: 'Au sec', upright: 'Debout', cold: 'Au froid' }, { default: ['dry'] }),
    specs: group('Fiche', {
      fragile: flag('Fragile', { column: 'offered', filter: true }),
      height: integer('Hauteur', { column: 'offered' }),
      inner: group('Intérieur', {
        lining: text('Doublure', { column: 'offered' }),
        itemCount: integer('Objets', { written: 'server', column: 'offered' }),
      }),
    }),
    cover: file('Couverture', { picture: true, column: 'shown' }),
    papers: files('Papiers', { column: 'offered' }),
    items: lines('Objets', {
      name: text('Nom', { required: true }),
      owner: ref('Propriétaire', 'keeper'),
      quantity: integer('Quantité', { default: 1 }),
      proof: file('Preuve'),
    }),
  },
  check: (draft) => (draft.weight != null && draft.weight > 1000 ? [{ path: 'weight', message: 'Trop lourd' }] : []),
});

export const Keeper = entity({
  name: 'keeper',
  plural: 'keepers',
  table: 'keepers',
  label: { one: 'Gardien', many: 'Gardiens' },
  description: '',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants,
  fields: {
    name: text('Nom', { required: true, column: 'shown', search: true }),
    favourite: ref('Caisse préférée', 'crate', { column: 'shown' }),
    card: text('Carte professionnelle', { format: 'professionalCard' }),
    socialSecurityNumber: text('Numéro de sécurité sociale', { format: 'socialSecurityNumber' }),
    paymentCard: text('Carte de paiement', { format: 'paymentCardNumber' }),
    paymentExpiry: text('Expiration', { format: 'paymentCardExpiry' }),
    paymentCode: text('Cryptogramme', { format: 'paymentCardCode' }),
  },
});

/** Required lists, lists of a fixed length, and dates that depend on each other. */
export const Round = entity({
  name: 'round',
  plural: 'rounds',
  table: 'walks',
  label: { one: 'Ronde', many: 'Rondes', feminine: true },
  description: '',
  title: 'label',
  order: { by: 'label', ascending: true },
  grants,
  fields: {
    label: text('Nom', { required: true, column: 'shown' }),
    walkers: refs('Rondiers', 'keeper', { required: true, table: 'round_walkers' }),
    proofs: files('Preuves', { required: true, table: 'round_proofs' }),
    phone: phones('Téléphones', { required: true, count: 2 }),
    starts: day('Début', { dates: { notBefore: { day: '2020-01-01' }, before: { path: 'latest' } } }),
    ends: day('Fin', {
      dates: {
        after: { path: 'starts' },
        notAfter: { path: 'latest' },
        within: { years: 2, from: { path: 'starts' } },
      },
    }),
    latest: day('Limite'),
    due: day('Échéance', { dates: { future: true } }),
    leaves: moment('Départ', { dates: { future: true } }),
    arrives: moment('Arrivée', { dates: { after: { path: 'leaves' } } }),
    fee: money('Prix', { min: 0 }),
    rate: unitPrice('Prix horaire'),
    stops: lines(
      'Étapes',
      {
        name: text('Nom', { required: true }),
        opens: time('Ouvre à'),
        closes: time('Ferme à', { dates: { after: { path: 'opens' } } }),
      },
      { required: true, table: 'round_stops', one: 'Étape' },
    ),
  },
});

export const fixtureExtensions: Record<string, Extension> = {
  crate: {
    computed: {
      'specs.inner.itemCount': (t) =>
        `(select count(*)::integer from items i where i.agency_id = ${t}.agency_id and i.crate_id = ${t}.id)`,
    },
  },
};

export const fixtureTables = (app: string): string => `
  create table keepers (agency_id uuid not null, id uuid not null, name text not null, favourite_id uuid,
    card text, social_security_number text, payment_card text, payment_expiry text, payment_code text,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(), version integer not null default 1, primary key (agency_id, id));
  create table crates (agency_id uuid not null, id uuid not null, label text not null, status integer not null, keeper_id uuid, weight numeric(14,3), price numeric(15,2),
    count integer, packed_at timestamptz, due date, at time, place_street text, place_zipcode text, place_city text, place_country text,
    place_latitude double precision, place_longitude double precision, phone text[] not null default '{}', mail text, notes text, colour text, country text,
    handling text[] not null default '{}', cover_id uuid, fragile boolean not null default false, height integer, lining text,
    updated_at timestamptz not null default now(), version integer not null default 1, primary key (agency_id, id),
    constraint crates_label_key unique (agency_id, label),
    foreign key (agency_id, keeper_id) references keepers (agency_id, id), foreign key (agency_id, cover_id) references files (agency_id, id));
  alter table keepers add foreign key (agency_id, favourite_id) references crates (agency_id, id);
  create table crate_tags (agency_id uuid not null, crate_id uuid not null, keeper_id uuid not null, primary key (agency_id, crate_id, keeper_id),
    foreign key (agency_id, crate_id) references crates (agency_id, id) on delete cascade, foreign key (agency_id, keeper_id) references keepers (agency_id, id));
  create table crate_papers (agency_id uuid not null, crate_id uuid not null, file_id uuid not null, rank integer not null, primary key (agency_id, crate_id, file_id),
    foreign key (agency_id, crate_id) references crates (agency_id, id) on delete cascade, foreign key (agency_id, file_id) references files (agency_id, id));
  create table crate_notes_images (agency_id uuid not null, crate_id uuid not null, file_id uuid not null, primary key (agency_id, crate_id, file_id),
    foreign key (agency_id, crate_id) references crates (agency_id, id) on delete cascade, foreign key (agency_id, file_id) references files (agency_id, id));
  create table items (agency_id uuid not null, id uuid not null, crate_id uuid not null, rank integer not null, name text not null, owner_id uuid, quantity integer, proof_id uuid,
    primary key (agency_id, id), foreign key (agency_id, crate_id) references crates (agency_id, id) on delete cascade,
    foreign key (agency_id, owner_id) references keepers (agency_id, id), foreign key (agency_id, proof_id) references files (agency_id, id));
  create table walks (agency_id uuid not null, id uuid not null, label text not null, phone text[] not null default '{}', starts date, ends date, latest date, due date,
    leaves timestamptz, arrives timestamptz, fee numeric(15,2), rate numeric(15,4),
    updated_at timestamptz not null default now(), version integer not null default 1, primary key (agency_id, id));
  create table round_walkers (agency_id uuid not null, round_id uuid not null, keeper_id uuid not null, primary key (agency_id, round_id, keeper_id),
    foreign key (agency_id, round_id) references walks (agency_id, id) on delete cascade, foreign key (agency_id, keeper_id) references keepers (agency_id, id));
  create table round_proofs (agency_id uuid not null, round_id uuid not null, file_id uuid not null, rank integer not null, primary key (agency_id, round_id, file_id),
    foreign key (agency_id, round_id) references walks (agency_id, id) on delete cascade, foreign key (agency_id, file_id) references files (agency_id, id));
  create table round_stops (agency_id uuid not null, id uuid not null, round_id uuid not null, rank integer not null, name text not null, opens time, closes time,
    primary key (agency_id, id), foreign key (agency_id, round_id) references walks (agency_id, id) on delete cascade);
  call app_hold_files();
  ${[
    'keepers',
    'crates',
    'crate_tags',
    'crate_papers',
    'crate_notes_images',
    'items',
    'walks',
    'round_walkers',
    'round_proofs',
    'round_stops',
  ]
    .map(
      (table) => `alter table ${table} enable row level security; alter table ${table} force row level security;
      grant select, insert, update, delete on ${table} to "${app}";
      create policy agency on ${table} to "${app}" using (agency_id = (select app_agency())) with check (agency_id = (select app_agency()));`,
    )
    .join('\n')}`;
