import { useLocation } from '@tanstack/react-router';
import { ApplicationList } from '../desk/applications/list.tsx';
import { flavourOf } from '../paths.ts';

/** Applications of the flavour that the address names. */
export default function Applications() {
  const flavour = flavourOf(useLocation().pathname);
  return <ApplicationList key={flavour} flavour={flavour} />;
}
