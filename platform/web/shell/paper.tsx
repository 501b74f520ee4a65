import { lazy, Suspense, useEffect } from 'react';
import { fileAt, refusalOf, report } from '../http.ts';
import { t } from '../i18n.tsx';
import { Coming } from '../later.tsx';
import { store } from '../store.ts';
import { toast } from '../toast.tsx';

const dialog = () => import('./paper-dialog.tsx');
const PaperDialog = lazy(dialog);

export interface Paper {
  name: string;
  /** Of the file in this browser, for who saves it. */
  url: string;
  content: Uint8Array<ArrayBuffer>;
}
const shown = store<Paper | null>(null);

const most = 20;
const pause = 3000;

/** The file; one that is still being drawn is waited for. */
async function fetched(address: string): Promise<Blob | undefined> {
  let waiting: ReturnType<typeof toast.progress> | undefined;
  try {
    for (let tries = 0; ; tries += 1)
      try {
        return await fileAt(address);
      } catch (error) {
        if (refusalOf(error)?.code !== 'DOCUMENT_BEING_MADE' || tries === most) {
          report(error);
          return undefined;
        }
        waiting ??= toast.progress(t('common.paper_waits'));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
  } finally {
    waiting?.end();
  }
}

/** Opens a PDF of the API or of a signed link in the page; answers whether it did. What goes wrong is told where it happens. */
export async function openPaper(address: string, name: string): Promise<boolean> {
  // The reader comes along while the file is on its way.
  void dialog();
  const file = await fetched(address);
  if (!file) return false;
  shown.set({ name, url: URL.createObjectURL(file), content: new Uint8Array(await file.arrayBuffer()) });
  return true;
}

/** For pages with papers: the reader is there before somebody opens one. */
export function usePaperReader(papers = true): void {
  useEffect(() => {
    if (!papers) return;
    const timer = setTimeout(() => void dialog(), 300);
    return () => clearTimeout(timer);
  }, [papers]);
}

function close(): void {
  const paper = shown.get();
  if (paper) URL.revokeObjectURL(paper.url);
  shown.set(null);
}

/** Escape closes the paper alone, and none of the dialogs that are open under it; the field for words closes by itself. */
function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || !shown.get()) return;
  if (event.target instanceof Element && event.target.closest('search')) return;
  event.stopImmediatePropagation();
  close();
}

/** Where papers are read, whatever page or dialog opened them. */
export function Papers() {
  const paper = shown.use();
  // Here before any dialog is, so it hears of the key first.
  useEffect(() => {
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true });
  }, []);
  return (
    paper && (
      <Suspense fallback={<Coming />}>
        <PaperDialog paper={paper} onClose={close} />
      </Suspense>
    )
  );
}
