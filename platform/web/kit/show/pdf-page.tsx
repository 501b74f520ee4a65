import { useEffect, useRef } from 'react';

/** The first page of a PDF as a picture, as wide as its place; what was shown stays until the next is drawn. */
export function PdfPage({ file, label }: { file: Blob | undefined; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!file || !canvas.current) return;
    const here = canvas.current;
    let gone = false;
    // The library that draws pages is heavy; it comes with the first one.
    void import('./pdf-engine.ts')
      .then(({ drawFirstPage }) => (gone ? undefined : drawFirstPage(file, here, here.clientWidth || 800)))
      .catch((error: unknown) => console.debug(error));
    return () => {
      gone = true;
    };
  }, [file]);
  return (
    <canvas ref={canvas} role="img" aria-label={label} style={{ width: '100%', height: '100%', display: 'block' }} />
  );
}
