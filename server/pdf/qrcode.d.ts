// The encoder alone, as web/qrcode.d.ts declares it for the screens: what is drawn with it, each floor draws itself.
declare module 'qrcode/lib/core/qrcode.js' {
  interface Encoded {
    modules: { size: number; get(row: number, column: number): boolean | number };
  }
  const encoder: { create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): Encoded };
  export default encoder;
}
