import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
// Takes the first from the page, so it comes after it.
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import { printPages } from './pdf-print.ts';

/** One document that is open in an element: what is asked of the library, and what it tells. */

type ViewerOptions = ConstructorParameters<typeof PDFViewer>[0];

GlobalWorkerOptions.workerSrc = workerSrc;
/** Where `scripts/pdf-parts.ts` puts what the library fetches when a document needs it. */
const parts = `/assets/pdfjs-${version}/`;

export interface PdfShown {
  state: 'loading' | 'open' | 'damaged' | 'locked' | 'failed';
  page: number;
  pages: number;
  percent: number;
  /** The pages are as wide as there is room. */
  fits: boolean;
  found: { current: number; total: number } | undefined;
  /** Words that were looked for and are not there. */
  missing: boolean;
  /** The page that is made ready for the printer. */
  printing: number | undefined;
}
export const nothingShown: PdfShown = {
  state: 'loading',
  page: 1,
  pages: 0,
  percent: 100,
  fits: false,
  found: undefined,
  missing: false,
  printing: undefined,
};

export interface OpenPdf {
  turnTo(page: number): void;
  zoom(steps: 1 | -1): void;
  fit(): void;
  find(words: string, how?: { again?: boolean; back?: boolean }): void;
  print(): Promise<void>;
  close(): void;
}

/** The library would bring texts and a translator of its own; pages are named by ours. */
const noWords: NonNullable<ViewerOptions['l10n']> = Object.create({
  getLanguage: () => 'en',
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => undefined,
  translateOnce: async () => undefined,
  destroy: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
});

/** oʻ and gʻ are typed and printed with whatever sign was at hand. */
const signs = ['ʻ', 'ʼ', '‘', '’', "'", '`'];
export function spellings(words: string): string[] {
  const plain = words.replaceAll(/[ʻʼ‘’'`]/g, "'");
  return plain.includes("'") ? signs.map((sign) => plain.replaceAll("'", sign)) : [plain];
}

/** One for all documents, begun with the library: the first page does not wait for a process to start. */
const worker = new PDFWorker();

export function openPdf(
  container: HTMLDivElement,
  { src, content }: { src: string; content: Uint8Array<ArrayBuffer> | undefined },
  pageName: (page: number) => string,
  tell: (change: Partial<PdfShown>) => void,
): OpenPdf {
  const eventBus = new EventBus();
  const closed = new AbortController();
  const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.BLANK });
  const findController = new PDFFindController({ eventBus, linkService });
  const options: ViewerOptions & { abortSignal: AbortSignal } = {
    container,
    eventBus,
    linkService,
    findController,
    l10n: noWords,
    annotationMode: AnnotationMode.ENABLE,
    imageResourcesPath: `${parts}images/`,
    removePageBorders: true,
    abortSignal: closed.signal,
  };
  const viewer = new PDFViewer(options);
  linkService.setViewer(viewer);

  const named = () => {
    for (const page of container.querySelectorAll<HTMLElement>('.page'))
      page.ariaLabel = pageName(Number(page.dataset.pageNumber));
  };
  const scaled = () =>
    tell({
      percent: Math.round(viewer.currentScale * 100),
      fits: viewer.currentScaleValue === 'page-width',
    });
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto';
    named();
    tell({ state: 'open', page: 1, pages: viewer.pagesCount });
    scaled();
  });
  eventBus.on('pagesloaded', named);
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => tell({ page: pageNumber }));
  eventBus.on('scalechanging', scaled);
  const counted = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    tell({ found: matchesCount.total > 0 ? matchesCount : undefined });
  eventBus.on('updatefindmatchescount', counted);
  eventBus.on(
    'updatefindcontrolstate',
    ({ state, ...more }: { state: number; matchesCount: { current: number; total: number } }) => {
      tell({ missing: state === FindState.NOT_FOUND });
      counted(more);
    },
  );
  const measure = new ResizeObserver(() => {
    const value = viewer.currentScaleValue;
    if (value === 'auto' || value === 'page-width') viewer.currentScaleValue = value;
    viewer.update();
  });

  const loading = getDocument({
    // What is handed to the worker is gone from here.
    ...(content ? { data: content.slice() } : { url: src }),
    worker,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    wasmUrl: `${parts}wasm/`,
    iccUrl: `${parts}iccs/`,
    // Our policy lets no code be made at run time; pictures that would need it are decoded by plain scripts.
    useWasm: false,
    verbosity: 0,
  });
  // Nobody is asked for the password of somebody else's paper.
  loading.onPassword = () => {
    tell({ state: 'locked' });
    void loading.destroy();
  };
  const opened = loading.promise.then(
    (pdf) => {
      if (closed.signal.aborted) return undefined;
      viewer.setDocument(pdf);
      linkService.setDocument(pdf);
      measure.observe(container);
      return pdf;
    },
    (error: unknown) => {
      if (!closed.signal.aborted && !loading.destroyed)
        tell({ state: error instanceof InvalidPDFException ? 'damaged' : 'failed' });
      return undefined;
    },
  );

  return {
    turnTo(page) {
      if (page >= 1 && page <= viewer.pagesCount) viewer.currentPageNumber = page;
    },
    zoom: (steps) => viewer.updateScale({ steps }),
    fit() {
      viewer.currentScaleValue = 'page-width';
    },
    find(words, { again = false, back = false } = {}) {
      tell({ missing: false, ...(words.trim() ? {} : { found: undefined }) });
      eventBus.dispatch('find', {
        source: container,
        type: again ? 'again' : '',
        query: words.trim() ? spellings(words) : '',
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: back,
        matchDiacritics: false,
      });
    },
    async print() {
      const pdf = await opened;
      if (!pdf) return;
      try {
        await printPages(pdf, (printing) => tell({ printing }), closed.signal);
      } finally {
        tell({ printing: undefined });
      }
    },
    close() {
      measure.disconnect();
      // Removes what listens to the window as well.
      viewer.setDocument(null);
      linkService.setDocument(null);
      closed.abort();
      void loading.destroy();
    },
  };
}

/** Draws the first page of a document that is at hand as wide as asked, as sharp as the screen is. */
export async function drawFirstPage(file: Blob, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const loading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    wasmUrl: `${parts}wasm/`,
    iccUrl: `${parts}iccs/`,
    useWasm: false,
    verbosity: 0,
  });
  try {
    const page = await (await loading.promise).getPage(1);
    const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(window.devicePixelRatio || 1, 2);
    const viewport = page.getViewport({ scale });
    // Drawn beside and put in place at once, so that nothing flickers.
    const drawn = document.createElement('canvas');
    drawn.width = Math.round(viewport.width);
    drawn.height = Math.round(viewport.height);
    await page.render({ canvas: drawn, viewport }).promise;
    canvas.width = drawn.width;
    canvas.height = drawn.height;
    canvas.getContext('2d')?.drawImage(drawn, 0, 0);
  } finally {
    await loading.destroy();
  }
}
