import { Letters } from '../components/letters.tsx';

export default function Outgoing() {
  return <Letters direction="OUTGOING" />;
}
