// A second brand at « localhost », in addition to the product's own at 127.0.0.1: both reach the same server.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productUrl } from './journey.ts';

export const otherBrand = 'Boréal Garde';
export const otherUrl = (): string => productUrl().replace('127.0.0.1', 'localhost');

const logo = (ink: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32" width="96" height="32"><path d="M4 28 20 4l16 24z" fill="${ink}"/><path d="M30 28 46 8l16 20z" fill="${ink}" opacity=".6"/><path d="M58 28 72 12l16 16z" fill="${ink}" opacity=".35"/></svg>`;

export async function putBrands(dataDir: string): Promise<void> {
  const put = (name: string, content: string): Promise<void> => writeFile(join(dataDir, name), content);
  await Promise.all([
    put('boreal.svg', logo('#1d3b2a')),
    put('boreal-sombre.svg', logo('#e6f4ec')),
    put(
      'mentions.md',
      '# Éditeur\n\nBoréal Garde SAS, **12 quai des Brumes**, 59000 Lille.\n\n- RCS Lille 000 000 000\n- [Nous écrire](mailto:aide@boreal.example)',
    ),
    put('confidentialite.md', 'Vos données restent chez votre agence.'),
  ]);
  await put(
    'tenants.json',
    JSON.stringify({
      localhost: {
        name: otherBrand,
        // A pale colour: text on it must still be readable.
        accent: '#f2c200',
        logo: 'boreal.svg',
        logoDark: 'boreal-sombre.svg',
        contact: { phone: '03 20 00 00 00', email: 'aide@boreal.example' },
        sender: { name: otherBrand, address: 'ne-pas-repondre@boreal.example' },
        legal: { mentions: 'mentions.md', privacy: 'confidentialite.md' },
        modules: { appStores: false },
      },
    }),
  );
}
