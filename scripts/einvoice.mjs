// npm run einvoice: checks every kind of electronic invoice with the official rules; takes minutes.
import { run, runtime } from './steps.mjs';

export const einvoice = () => run(runtime(), ['bench/einvoice.ts']);
