// Only the encoder, as in web/qrcode.d.ts: server and screens each draw the code themselves.
declare module 'qrcode/lib/core/qrcode.js' {
  interface Encoded {
    modules: { size: number; get(row: number, column: number): boolean | number };
  }
  const encoder: { create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): Encoded };
  export default encoder;
}
