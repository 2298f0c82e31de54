// The encoder only: the main entry of the package also loads its renderers.
declare module 'qrcode/lib/core/qrcode.js' {
  interface Encoded {
    modules: { size: number; get(row: number, column: number): boolean | number };
  }
  const encoder: { create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): Encoded };
  export default encoder;
}
