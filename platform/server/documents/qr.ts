import encodeQR from 'qr';

/** A QR code as SVG with one dark path per row of modules; 15 % of it may be hidden, 7 % where it holds much (`low`). */
export function qrSvg(text: string, ecc: 'medium' | 'low' = 'medium'): string {
  const rows = encodeQR(text, 'raw', { ecc, border: 1 });
  const path = rows.flatMap((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}"><path fill="#1c2b2d" d="${path}"/></svg>`;
}

function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  for (let x = 0; x < row.length; x++) {
    const from = x;
    while (row[x]) x++;
    if (x > from) found.push([from, x - from]);
  }
  return found;
}
