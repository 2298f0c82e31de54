// The entry point, with the compile cache: compiling is half of a start, and a killed process is back sooner. Threads
// get the setting from the environment.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./application.ts');
// Write the cache now: Node writes it at exit, which a killed process never reaches.
flushCompileCache();
