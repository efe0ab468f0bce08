declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    variationAxes: { wght: { min: number; max: number } };
  }
  export default function subsetFont(font: Uint8Array, signs: string, options: Options): Promise<Uint8Array>;
}
