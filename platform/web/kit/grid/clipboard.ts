/** Blocks of cells as spreadsheets put them on the clipboard: lines of cells between tabs, quoted where they hold such. */

/** Excel, Sheets and LibreOffice end with a line break that is no row; quotes stand doubled inside of quotes. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const end = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell === '' && closes(text, at)) quoted = true;
    else if (letter === '\t') end();
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at++;
      end();
      rows.push([]);
    } else cell += letter;
  }
  end();
  while (rows.length > 1 && rows.at(-1)?.every((one) => one === '')) rows.pop();
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

/** A quote that begins a cell and has an end; a lone one is a letter like others. */
function closes(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at++;
    else return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1] as string);
  }
  return false;
}

const quote = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
export const writeBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quote).join('\t')).join('\n');
