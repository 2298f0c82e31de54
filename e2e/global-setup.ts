// One product for the whole run; the workers read its address from the environment.
import { buildIfNeeded } from '../scripts/build.mjs';
import { putBrands } from './brands.ts';
import { startProduct } from './product.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  // The journeys must not run against outdated screens.
  await buildIfNeeded();
  const product = await startProduct(putBrands);
  process.env.E2E_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return product.stop;
}
