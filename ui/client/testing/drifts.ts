/**
 * Stub replies since the last test that no declared call matches (declared.ts). ui/testing/settle.ts fails the test.
 */
export const drifts: string[] = [];
