// QR codes by the camera: the browser's own reader where it has one, else the one that we bring along (zxing, as wasm).
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

export interface QrReader {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface QrReaderClass {
  new (options: { formats: 'qr_code'[] }): QrReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

const options: { formats: 'qr_code'[] } = { formats: ['qr_code'] };

/** The browser's class may exist without any format (a telephone without Play services). */
async function ownReader(): Promise<QrReader | null> {
  const Own = (globalThis as { BarcodeDetector?: QrReaderClass }).BarcodeDetector;
  try {
    return Own && (await Own.getSupportedFormats()).includes('qr_code') ? new Own(options) : null;
  } catch {
    return null;
  }
}

async function broughtReader(): Promise<QrReader> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  // Its default is a server of somebody else.
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector(options);
}

export const qrReader = async (): Promise<QrReader> => (await ownReader()) ?? broughtReader();

/** For a day without a network: the service worker keeps both files. */
export async function fetchQrReader(): Promise<void> {
  if (await ownReader()) return;
  await Promise.all([import('barcode-detector/ponyfill'), fetch(wasm)]);
}

/** The camera at the back. Rejects if there is none, or the person refuses it. */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices?.getUserMedia({ video: { facingMode: 'environment' }, audio: false }) ??
  Promise.reject(new Error('no camera'));
