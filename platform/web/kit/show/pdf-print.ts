import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import styles from './pdf-reader.module.css';

/** Dots of a printed inch: sharp letters, and pages that a phone still holds. */
const sharpness = 150 / 72;

/** Draws every page as a printer wants it and prints these alone. Ends when the dialog of the browser is shut. */
export async function printPages(
  pdf: PDFDocumentProxy,
  progress: (page: number | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = styles.sheets ?? '';
  const size = document.createElement('style');
  const addresses: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      if (signal.aborted) return;
      progress(number);
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: sharpness });
      if (number === 1)
        size.textContent = `@page { size: ${viewport.width / sharpness}pt ${viewport.height / sharpness}pt; margin: 0; }`;
      const canvas = document.createElement('canvas');
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport, intent: 'print' }).promise;
      const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      canvas.width = 0;
      if (!drawn) throw new Error(`page ${number} could not be drawn`);
      const image = new Image();
      image.src = URL.createObjectURL(drawn);
      image.alt = '';
      addresses.push(image.src);
      await image.decode();
      sheets.append(image);
    }
    if (signal.aborted) return;
    document.body.append(sheets);
    document.head.append(size);
    progress(undefined);
    // Telephones answer at once and take the pages later.
    await new Promise<unknown>((done) => {
      window.addEventListener('afterprint', done, { once: true, signal });
      signal.addEventListener('abort', done);
      window.print();
    });
  } finally {
    sheets.remove();
    size.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}
