import { plain } from '#core/kernel/plain.ts';

export { plain };

export const wordsOf = (query: string): string[] => plain(query).split(/\s+/).filter(Boolean);
