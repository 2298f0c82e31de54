// The encoder alone: the package's own entry brings its painters along.
declare module 'qrcode/lib/core/qrcode.js' {
  interface Encoded {
    modules: { size: number; get(row: number, column: number): boolean | number };
  }
  const encoder: { create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): Encoded };
  export default encoder;
}
