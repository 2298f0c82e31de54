// What the demo's platform tells people: tutorials, two videos, useful documents; and what people asked for.
import { Readable } from 'node:stream';
import type { TutorialCategory } from '#core/guides/tutorials.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

const site = 'https://videos.vigie.example';

type Limits = Partial<Pick<TutorialCategory, 'roles' | 'isGranted'>>;
const category = (
  label: string,
  path: string,
  limits: Limits = {},
  children: TutorialCategory[] = [],
): TutorialCategory => ({
  ...{ id: uuidv7(), label, src: `${site}/${path}`, roles: limits.roles ?? [], isGranted: limits.isGranted ?? [] },
  ...{ documents: [], children },
});

const tutorials = (): TutorialCategory[] => [
  category('Premiers pas', 'premiers-pas', {}, [
    category('Se connecter et choisir son agence', 'connexion'),
    category('Sur le terrain : prise et fin de service', 'terrain', { roles: ['agent'] }),
  ]),
  category('Planifier', 'planning', { roles: ['staff'] }, [
    category('Publier un planning', 'publier', { isGranted: ['editService'] }),
    category('Trouver un remplaçant', 'remplacer'),
  ]),
  category('Facturer', 'facturer', { isGranted: ['listInvoices'] }),
];

const videos = [
  {
    title: 'Le planning en trois minutes',
    description: 'Glisser un service, copier une semaine, publier : les gestes de tous les jours.',
    urls: [`${site}/planning-3-minutes`],
    routes: [
      { id: uuidv7(), route: 'adminPlanning', label: 'Planning > Planning', position: 0 },
      { id: uuidv7(), route: 'home', label: 'Accueil', position: 1 },
    ],
  },
  {
    title: 'Bien tenir une fiche site',
    description: 'Consignes, clés, contacts, périmètre : ce que l’agent lit sur son téléphone vient de cette fiche.',
    urls: [`${site}/fiche-site`, `${site}/consignes`],
    routes: [{ id: uuidv7(), route: 'sites', label: 'Sites > Sites', position: 0 }],
  },
];

const asked: readonly (readonly [message: string, page: string, status: number, daysAgo: number])[] = [
  ['Pouvoir imprimer le planning en A3, avec une ligne par site.', 'adminPlanning', 100, 1],
  ['Un rappel la veille pour les agents dont la carte expire dans le mois.', 'agents', 200, 9],
  ['Trier la liste des clients par ville.', 'customers', 300, 30],
  ['Changer la couleur du menu pour chaque utilisateur.', 'home', 400, 44],
];

async function keptFile(db: Db, store: FileStore, name: string, text: string) {
  const arrived = await store.receive(Readable.from([Buffer.from(text)]), text.length * 4);
  await store.keep(arrived);
  const file = { id: uuidv7(), name, mimeType: 'text/plain', size: arrived.size, hash: arrived.hash };
  await insertRows(db, 'files', [file], ({ id, size, hash }) => ({
    ...{ agency_id: platformAgencyId, id, name, mime_type: 'text/plain', size, hash },
    created_at: new Date(),
  }));
  return file;
}

export async function insertGuides(
  db: Db,
  [first]: readonly DemoAgency[],
  store: FileStore | null,
  now: Date,
): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  const [tree, docs] = [uuidv7(), uuidv7()];
  const file = store
    ? await keptFile(
        db,
        store,
        'Prise de poste.txt',
        'Prise de poste\n\n1. Arriver quinze minutes avant.\n2. Lire les consignes du site.\n3. Démarrer le service sur le téléphone.\n',
      )
    : null;
  const usefulDocs = [
    {
      ...{ id: uuidv7(), title: 'Prise de poste : l’essentiel' },
      content:
        '<p>À remettre à chaque <strong>nouvel agent</strong>, avec son badge.</p><ul><li>Arriver en avance.</li><li>Lire les consignes.</li></ul>',
      files: file ? [{ id: uuidv7(), label: 'La fiche d’une page', file }] : [],
    },
    {
      ...{ id: uuidv7(), title: 'Qui appeler ?', files: [] },
      content:
        '<p>L’assistance répond du lundi au vendredi, de 8 h à 19 h. Une alerte de travailleur isolé va à votre agence, jour et nuit.</p>',
    },
  ];
  const contents = [
    { id: tree, kind: 'tutorials', content: tutorials() },
    { id: docs, kind: 'usefulDocs', content: usefulDocs },
  ];
  await insertRows(db, 'guides', contents, (one) => ({
    agency_id: platformAgencyId,
    ...one,
    updated_at: now,
    version: 1,
  }));
  if (file)
    await insertRows(db, 'guide_files', [file], ({ id }) => ({
      ...{ agency_id: platformAgencyId, id: uuidv7(), guide_id: docs, file_id: id },
    }));
  await insertRows(db, 'tutorial_videos', videos, (video) => ({
    ...{ agency_id: platformAgencyId, id: uuidv7(), ...video, version: 1 },
    ...{ created_at: ago(20), updated_at: ago(20) },
  }));
  if (!first) return;
  const { agency, users } = first;
  await insertRows(db, 'feedbacks', asked, ([message, page, status, days]) => {
    const author = users[status % users.length] as (typeof users)[number];
    return {
      ...{
        agency_id: platformAgencyId,
        id: uuidv7(ago(days).getTime()),
        sender_id: agency.id,
        agency_name: agency.name,
      },
      ...{ user_id: author.id, author: `${author.firstname} ${author.lastname}`, message, page, status },
      ...{ created_at: ago(days), updated_at: ago(days), version: 1 },
    };
  });
}
