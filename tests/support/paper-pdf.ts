/**
 * A PDF as people send them: so many pages with these lines on each, in a font that the reader has to bring itself.
 * Each page says its number as well.
 */
export function paperPdf(lines: readonly string[], pages = 1): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const ids = Array.from({ length: pages }, (_, at) => 4 + at * 2);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [at, id] of ids.entries()) {
    const said = [...lines, `${at + 1} / ${pages}`].map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`);
    const text = `BT /F1 14 Tf 20 TL 60 760 Td ${said.join(' ')} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = file.length;
  const row = (place: number) => `${String(place).padStart(10, '0')} 00000 n \n`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map(row).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
