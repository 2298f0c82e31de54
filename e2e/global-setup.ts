// One product for the whole run; the workers learn from the environment where it is.
import { buildIfNeeded } from '../scripts/build.mjs';
import { putBrands } from './brands.ts';
import { startProduct } from './product.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  // Screens of yesterday's sources would be judged by today's journeys.
  await buildIfNeeded();
  const product = await startProduct(putBrands);
  process.env.E2E_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return product.stop;
}
