import { useState } from 'react';

/** What the officer found wrong so far: the path of a field with what is to be mended. Kept until it is sent or left. */
export interface Review {
  flags: ReadonlyMap<string, string>;
  /** undefined takes the flag away */
  flag: (path: string, note: string | undefined) => void;
  clear: () => void;
  /** flags may be set now */
  open: boolean;
}

export function useReview(open: boolean): Review {
  const [flags, setFlags] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    flags,
    flag: (path, note) =>
      setFlags((before) => {
        const next = new Map(before);
        if (note === undefined) next.delete(path);
        else next.set(path, note);
        return next;
      }),
    clear: () => setFlags(new Map()),
    open,
  };
}
