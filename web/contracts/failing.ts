// 1 §8 (G-033 to G-035): a fault that no refusal explains is told in the specification's words.
import { Problem } from '#core/kernel/problem.ts';

export const inWords = <T>(words: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    // What the server refuses, it explains.
    if (error instanceof Problem) throw error;
    throw new Error(words);
  });
