import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being put on paper: it is drawn anew before that, light and with nothing left out. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = window.matchMedia('print');
    // The browser takes the page as it is when these return.
    const turn = (on: boolean) => flushSync(() => setPrinting(on));
    const [before, after] = [() => turn(true), () => turn(false)];
    const change = () => turn(paper.matches);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      paper.removeEventListener('change', change);
    };
  }, []);
  return printing;
}
