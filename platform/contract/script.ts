/**
 * Uzbek in its two scripts, and one search key for all spellings of a name.
 * Browser-safe: no imports, no I/O.
 */

/** Every mark people type for the sign in oʻ and gʻ and for the tutuq. */
const APOSTROPHES = /['`´ʹʻʼˈ‘’‛′]/g;
const VOWELS = 'aeiouаеёиоуўэюяыі';

const CYRILLIC_TO_LATIN: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ғ: 'gʻ',
  д: 'd',
  ё: 'yo',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  қ: 'q',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  ў: 'oʻ',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'x',
  ҳ: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: 'ʼ',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  // Karakalpak and Kazakh letters that occur in names
  ә: 'a',
  ң: 'ng',
  ө: 'o',
  ү: 'u',
  ұ: 'u',
  і: 'i',
  һ: 'h',
};

const LATIN_TO_CYRILLIC: Record<string, string> = {
  a: 'а',
  b: 'б',
  c: 'к',
  d: 'д',
  f: 'ф',
  g: 'г',
  h: 'ҳ',
  i: 'и',
  j: 'ж',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'қ',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  x: 'х',
  y: 'й',
  z: 'з',
  á: 'ә',
  ǵ: 'ғ',
  ı: 'ы',
  ń: 'ң',
  ó: 'ө',
  ú: 'ү',
};
const LATIN_PAIRS: Record<string, string> = {
  oʻ: 'ў',
  gʻ: 'ғ',
  sh: 'ш',
  ch: 'ч',
  yo: 'ё',
  yu: 'ю',
  ya: 'я',
  ye: 'е',
  ts: 'ц',
};

const isUpper = (letter: string | undefined) => letter !== undefined && letter !== letter.toLowerCase();
const isLetter = (letter: string | undefined) => letter !== undefined && letter.toLowerCase() !== letter.toUpperCase();

/** Writes a digraph in the case of its one-letter source: Шавкат → Shavkat, ШАВКАТ → SHAVKAT. */
function inCase(written: string, text: string, at: number): string {
  if (!isUpper(text[at])) return written;
  if (written.length < 2) return written.toUpperCase();
  const neighbour = isLetter(text[at + 1]) ? text[at + 1] : text[at - 1];
  return isUpper(neighbour) ? written.toUpperCase() : written[0]!.toUpperCase() + written.slice(1);
}

/** Uzbek Cyrillic to Latin (with ʻ in oʻ gʻ and ʼ for ъ); all other text stays as it is. */
export function toLatin(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    const lower = letter.toLowerCase();
    if (lower === 'е') {
      const before = text[i - 1]?.toLowerCase();
      const open = !isLetter(before) || VOWELS.includes(before!) || before === 'ъ' || before === 'ь';
      out += inCase(open ? 'ye' : 'e', text, i);
      // The sign before е only says "ye": Васильев → Vasilyev.
      continue;
    }
    const written = CYRILLIC_TO_LATIN[lower];
    // сҳ would read as ш, so Latin keeps the two apart: Исҳоқ → Isʼhoq.
    if (lower === 'с' && text[i + 1]?.toLowerCase() === 'ҳ') out += `${inCase('s', text, i)}ʼ`;
    else out += written === undefined ? letter : inCase(written, text, i);
  }
  return out;
}

/** Uzbek Latin, with any kind of apostrophe, to Cyrillic; all other text stays as it is. */
export function toCyrillic(text: string): string {
  const source = text
    .replace(/([oOgG])['`´ʹʻʼˈ‘’‛′]/g, '$1ʻ')
    .replace(/(\p{L})['`´ʹʻʼˈ‘’‛′](?=\p{L})/gu, (all, letter: string) =>
      letter === 'o' || letter === 'O' || letter === 'g' || letter === 'G' ? all : `${letter}ʼ`,
    );
  let out = '';
  for (let i = 0; i < source.length; ) {
    const letter = source[i]!;
    const pair = source.slice(i, i + 2).toLowerCase();
    let written = LATIN_PAIRS[pair];
    let taken = 2;
    // yoʻ is й + ў (Yoʻldosh → Йўлдош), not ё
    if (pair === 'yo' && source[i + 2] === 'ʻ') written = undefined;
    if (written === undefined) {
      taken = 1;
      const lower = letter.toLowerCase();
      if (lower === 'e') {
        const before = source[i - 1]?.toLowerCase();
        written = !isLetter(before) || before === 'ʼ' || before === 'ʻ' || VOWELS.includes(before!) ? 'э' : 'е';
      } else if (letter === 'ʼ') {
        written = source[i - 1]?.toLowerCase() === 's' && source[i + 1]?.toLowerCase() === 'h' ? '' : 'ъ';
        if (written && source === source.toUpperCase() && source !== source.toLowerCase()) written = 'Ъ';
      } else written = LATIN_TO_CYRILLIC[lower] ?? letter;
    }
    out += isUpper(letter) ? written.toUpperCase() : written;
    i += taken;
  }
  return out;
}

/**
 * One key for the spellings under which the same name is written and looked for:
 * Каримов, Karimov, KARIMOV; Oʻtkir, O'tkir, Otkir, Уткир, Ўткир; Hasan, Xasan, Хасан, Khasan.
 * Sounds that passports mix up are folded (o/u, x/h/kh, q/k, j/zh/dj, y/i), doubled letters are one.
 * Only for comparing keys with keys: not for showing and not for sorting. Digits and @ . _ stay.
 * The database says the same with `edulab_search_key` (platform/server/database/before-tables.sql).
 */
export function searchKey(text: string): string {
  return toLatin(text.toLowerCase())
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/[^\p{L}\p{N}@._]+/gu, ' ')
    .trim()
    .replace(/kh|kx|x/g, 'h')
    .replace(/zh|dj|dzh/g, 'j')
    .replace(/ye/g, 'e')
    .replace(/[qyuw]/g, (letter) => (letter === 'q' ? 'k' : letter === 'y' ? 'i' : letter === 'u' ? 'o' : 'v'))
    .replace(/([a-z])\1+/g, '$1');
}
