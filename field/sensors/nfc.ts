// NFC tags, where the browser reads them (Web NFC: Chrome on Android). The page must be shown and the telephone unlocked.
import type { ReadTag } from '#core/rounds/recognising.ts';
import type { Permission } from './position.ts';

interface NdefRecord {
  recordType: string;
  encoding?: string;
  data?: DataView;
}
interface NdefReading {
  serialNumber: string;
  message: { records: readonly NdefRecord[] };
}
interface NdefReader {
  scan(options: { signal: AbortSignal }): Promise<void>;
  onreading: ((event: NdefReading) => void) | null;
  onreadingerror: (() => void) | null;
}

const readerClass = (): (new () => NdefReader) | undefined =>
  (globalThis as { NDEFReader?: new () => NdefReader }).NDEFReader;

const textOf = ({ encoding, data }: NdefRecord): string[] => {
  try {
    return data ? [new TextDecoder(encoding ?? 'utf-8').decode(data)] : [];
  } catch {
    return [];
  }
};

export const hasNfc = (): boolean => readerClass() !== undefined;

/** Whether the person allowed it before: then reading begins without a touch. */
export async function nfcAllowed(): Promise<boolean> {
  try {
    return hasNfc() && (await navigator.permissions.query({ name: 'nfc' as PermissionName })).state === 'granted';
  } catch {
    return false;
  }
}

/** Reads tags until the signal ends it. The browser asks the person the first time, after a touch. */
export async function readTags(
  signal: AbortSignal,
  onRead: (tag: ReadTag) => void,
  onUnreadable: () => void,
): Promise<Permission> {
  const Reader = readerClass();
  if (!Reader) return 'absent';
  const reader = new Reader();
  reader.onreading = ({ serialNumber, message }) =>
    onRead({ serial: serialNumber || null, texts: message.records.flatMap(textOf) });
  reader.onreadingerror = onUnreadable;
  try {
    await reader.scan({ signal });
    return 'granted';
  } catch (error) {
    return (error as Error).name === 'NotSupportedError' ? 'absent' : 'refused';
  }
}
