/** Whoever does any of these has begun, and what they may need next had better come, before the network may go. */
const acts = ['pointermove', 'pointerdown', 'keydown'];

/** Does this with somebody's first act, once; answers what calls it off. */
export function onFirstAct(work: () => void): () => void {
  const begun = new AbortController();
  const begin = () => {
    begun.abort();
    work();
  };
  for (const act of acts) addEventListener(act, begin, { capture: true, signal: begun.signal });
  return () => begun.abort();
}
