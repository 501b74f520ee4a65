import { Tooltip } from '@mantine/core';
import type { Tip } from './tip.tsx';

/** A tip that stands, beside what it is about. */
export default function TipShown({ of, ...tip }: Tip & { of: HTMLElement }) {
  return <Tooltip defaultOpened target={of} {...tip} />;
}
