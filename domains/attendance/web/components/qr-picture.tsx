import encodeQR from 'qr';
import { useMemo } from 'react';

/** A text as a QR code that fills its box: dark on light in every skin, as cameras expect, with a quiet edge around it. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 });
    const cells = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: rows.length, path: cells.join('') };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" width="100%">
      <rect width={size} height={size} fill="var(--mantine-color-white)" />
      <path d={path} fill="var(--mantine-color-black)" />
    </svg>
  );
}
