/** Replies of stub servers that no call declares, since the last test (declared.ts). ui/testing/settle.ts fails the test. */
export const drifts: string[] = [];
