import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

// The library that draws pages is heavy; it comes when somebody reads one.
const Reader = lazy(() => import('./pdf-reader.tsx'));

export interface PdfViewProps {
  /** address of the document, on our own server */
  src: string;
  name: string;
  /** the document itself, where it was fetched already */
  content?: Uint8Array<ArrayBuffer> | undefined;
  /** CSS height of the frame, default 70vh */
  height?: number | string | undefined;
}

/** A PDF to be read in the page, the same in every browser: text to select and search, zoom, print, download. */
export function PdfView({ src, name, height = '70vh' }: Omit<PdfViewProps, 'content'>) {
  return (
    <Suspense fallback={<Skeleton h={height} />}>
      <Reader key={src} src={src} name={name} height={height} />
    </Suspense>
  );
}
