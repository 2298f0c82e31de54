// The way in. What was compiled once is read the next time: half of a start is compiling, and a process that was killed is
// back the sooner. The environment tells the threads too.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./application.ts');
// By itself it is written at the end, which a process that is killed does not have.
flushCompileCache();
