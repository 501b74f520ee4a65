import { toCyrillic } from '#platform/contract/script.ts';

/**
 * Uzbek texts in Cyrillic: those of the interface, which only such readers fetch, and papers, mails and SMS, which are
 * written once and go to nobody else. What people typed on a page, and what is sent back, never passes here.
 */

/** Written in Latin in Cyrillic texts too; an ending follows in Cyrillic: PDFни, Excelга. */
const latinNames =
  'Articulate CSV Click DOS DSc ECTS Edulab E-IMZO Enter Esc Escape Excel HEMIS HTML ID IP ISBN ISFT ISO Idempotency-Key JPEG JPG JSON MS PDF PNG Payme PhD QR SCORM SHA SQL Tab UTC WCAG XLSX XML ZIP'.split(
    ' ',
  );

/** Codes that people write into descriptions of state reports, as the page says them. */
const codes = 'CONTRACT DAY EDITION FOREIGN INSTITUTION LASTNAME TOTAL UZ YEAR'.split(' ');

/** Stands as it is: tags, addresses, names of files, codes with figures or underscores (LIFE-2026), Roman figures, names. */
const kept = [
  String.raw`<\/?\w+\/?>`,
  String.raw`https?:\/\/\S+`,
  String.raw`[\w.+-]+@[\w.-]+\w`,
  String.raw`(?<![\p{L}\d.])(?:[a-z\d_-]+\.)*[a-z\d_-]*\.[a-z]{2,}(?!\p{L})`,
  String.raw`(?<!\p{L})[A-Z]+(?:[-_/]?\d[\w-]*|_\w+)`,
  String.raw`\d+[A-Z]+(?!\p{L})`,
  String.raw`(?<!\p{L})[IVX]{2,}(?!\p{L})`,
  String.raw`(?<!\p{L})[a-z_]+=[\w,]*`,
  String.raw`\/[a-z]+(?:-[a-z]+)+`,
  String.raw`(?<!\p{L})(?:[Ee]-mail|Ctrl\+\w|[a-z]+-template)`,
  String.raw`(?<!\p{L})(?:${[...latinNames, ...codes].join('|')})(?!\p{Lu})`,
].join('|');
const pieces = new RegExp(String.raw`(${kept})|\p{Script=Latin}+(?:['’ʻʼ‘\u0060]\p{Script=Latin}+)*ʻ?`, 'gu');

/**
 * Beginnings that Cyrillic spells with letters of which Latin says nothing, with these letters in them; a whole word
 * ends with `.`: its sign falls before an ending (модуль, модули).
 */
const spellings =
  'aktьyor alьbom alьtern aprelь. artiklь. avtomobilь. bolьnisa bulьvar цement цenz цex цikl цirk цitata dekabrь. delьta detalь. dizelь. fakulьt fevralь. filьm filьtr gospitalь. intervьyu iyulь. iyunь. kabelь. kalendarь. karьyer kompьyuter konsulьt kontrolь. konцentr konцep konцert kulьt kurьyer medalь. mebelь. modelь. modulь. mulьti nolь. noyabrь. obъyekt oktяbr oktяbrь. panelь. parolь. portfelь. premьyer profilь. reцept rezulьt rolь. sentяbr sentяbrь. shtempelь. spektaklь. stilь. subъyekt tabelь. ulьtra volьt yanvarь.'
    .split(' ')
    .map((spelling) => {
      const whole = spelling.endsWith('.');
      const letters = whole ? spelling.slice(0, -1) : spelling;
      return { whole, letters, latin: letters.replace(/[ьъ]/g, '').replaceAll('я', 'a').replaceAll('ц', 's') };
    })
    // A whole word before the beginning that it has.
    .sort((a, b) => Number(b.whole) - Number(a.whole));

const inCaseOf = (letter: string, like: string | undefined) =>
  like !== undefined && like !== like.toLowerCase() ? letter.toUpperCase() : letter;

function spelt(word: string): string {
  const lower = word.toLowerCase();
  const found = spellings.find(({ whole, latin }) => (whole ? lower === latin : lower.startsWith(latin)));
  if (!found) return word;
  let at = 0;
  let out = '';
  for (const letter of found.letters) {
    // A sign is as large as the letters on both sides of it.
    if (letter === 'ь' || letter === 'ъ')
      out += inCaseOf(letter, at > 1 && word[at - 1] === word[at - 1]?.toUpperCase() ? word[at - 2] : undefined);
    else {
      out += letter === 'я' || letter === 'ц' ? inCaseOf(letter, word[at]) : word[at];
      at++;
    }
  }
  return out + word.slice(at);
}

function inWords(word: string): string {
  // No Uzbek word has these letters, nor y between consonants (Python): it is a name of something foreign.
  if (/w|c(?!h)|[bdfghjklmnpqrstvxz]y(?![aeouʻ])/i.test(word)) return word;
  const marked = spelt(word)
    // т + с of an ending is no ц: кетса, ўтсин, ҳужжатсиз.
    .replace(/t(?=s(?:a(?:ngiz|ng|m|k)?$|iz|in(?:lar)?$))/i, (letter) => inCaseOf('т', letter))
    // Latin writes s for ц after a consonant: функция, акционер, коррупция, квитанция; but вакансия, пенсия.
    .replace(/(?<=[kp])s(?=i[yo])|(?<=(?<!vaka|pe)n)s(?=iy)/gi, (letter) => inCaseOf('ц', letter));
  return toCyrillic(marked);
}

/** A plain Uzbek text in Cyrillic. */
export const textInCyrillic = (text: string): string =>
  text.replace(pieces, (piece: string, asItIs: string | undefined) => (asItIs === undefined ? inWords(piece) : piece));

/** The same, but for what stands as it is wherever it occurs: codes, links, the name somebody signs in with. */
export function textInCyrillicBut(asItIs: readonly string[], text: string): string {
  const whole = asItIs.filter(Boolean).map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  if (whole.length === 0) return textInCyrillic(text);
  return text
    .split(new RegExp(String.raw`((?<![\p{L}\d])(?:${whole.join('|')})(?![\p{L}\d]))`, 'u'))
    .map((part, at) => (at % 2 ? part : textInCyrillic(part)))
    .join('');
}

/** The words of HTML in Cyrillic: tags with their attributes, styles and entities stand as they are. */
export const htmlInCyrillic = (html: string, asItIs: readonly string[] = []): string =>
  html.replace(/<style\b[\s\S]*?<\/style>|<[^>]*>|&#?\w+;|([^<&]+)/gi, (piece: string, words: string | undefined) =>
    words === undefined ? piece : textInCyrillicBut(asItIs, words),
  );

/** The pattern of a message in Cyrillic: names of values, choices and tags stand as they are. */
export function messageInCyrillic(pattern: string): string {
  let out = '';
  let text = '';
  // Whether what stands in each open brace is read: an argument is not, the texts that it chooses from are.
  const read = [true];
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at]!;
    // Braces between quotes are meant to be seen.
    const quoted = /^'[{}<>][^']*'?/.exec(pattern.slice(at, at + 200))?.[0];
    if (read.at(-1) && !quoted && letter !== '{' && letter !== '}') {
      text += letter;
      continue;
    }
    out += textInCyrillic(text) + (quoted ?? letter);
    text = '';
    if (quoted) at += quoted.length - 1;
    else if (letter === '{') read.push(!read.at(-1));
    else if (letter === '}') read.pop();
  }
  return out + textInCyrillic(text);
}
