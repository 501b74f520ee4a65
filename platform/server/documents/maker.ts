import pdfmake from 'pdfmake';
import { fontFiles, fonts } from './fonts.ts';
import { layouts } from './layouts.ts';

// The library has it and does not declare it.
const { virtualfs } = pdfmake as unknown as { virtualfs: { writeFileSync(name: string, content: Uint8Array): void } };
for (const [name, content] of fontFiles) virtualfs.writeFileSync(name, content);
pdfmake.setFonts(fonts);
pdfmake.addTableLayouts(layouts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);

/** Lays out documents with the fonts of the house; reaches neither files nor the net. */
export { pdfmake };
