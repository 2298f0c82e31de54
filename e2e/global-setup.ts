// One product for the whole run; the workers learn from the environment where it is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { putBrands } from './brands.ts';
import { startProduct } from './product.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, '../dist/index.html'))) {
    throw new Error('The screens are not built: npm run build, or npm test, which builds them.');
  }
  const product = await startProduct(putBrands);
  process.env.E2E_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return product.stop;
}
