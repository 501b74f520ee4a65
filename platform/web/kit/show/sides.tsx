import type { ReactNode } from 'react';
import classes from './sides.module.css';

/** What is read, and beside it the paper that it is read against; below it where there is no room, or none is wanted. */
export function Sides({ children, beside, wide = true }: { children: ReactNode; beside?: ReactNode; wide?: boolean }) {
  return (
    <div className={classes.sides} data-wide={wide || undefined}>
      {children}
      {beside && <div className={classes.beside}>{beside}</div>}
    </div>
  );
}
