import { Letters } from '../components/letters.tsx';

export default function Incoming() {
  return <Letters direction="INCOMING" />;
}
