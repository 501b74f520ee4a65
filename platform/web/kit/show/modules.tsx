import { VisuallyHidden } from '@mantine/core';
import { moduleColorIndex, moduleColors } from '../../module-colors.ts';

/** The colour of a module, by its code, in the skin that is shown: beside words that say which module it is. */
export function moduleColor(code: string): string {
  const { light, dark } = moduleColors[moduleColorIndex(code)] ?? moduleColors[0];
  return `light-dark(${light}, ${dark})`;
}

const vowels = 'aeiouyаеёиоуыэюяў';
const isVowel = (letter: string) => vowels.includes(letter.toLowerCase());
const marks = "ʻʼ’‘'";

/** A long word up to the consonants after its first syllable, but three letters at least: Computer → Comp. */
function abbreviated(word: string): string {
  const letters = [...word];
  if (letters.length <= 5 || /[^\p{L}ʻʼ’‘']/u.test(word)) return word;
  let at = 0;
  const pass = (fits: (letter: string) => boolean) => {
    while (at < letters.length && (fits(letters[at] ?? '') || marks.includes(letters[at] ?? ''))) at++;
  };
  do {
    pass((letter) => !isVowel(letter));
    pass(isVowel);
    pass((letter) => !isVowel(letter) && !'ьъ'.includes(letter));
  } while (at < 3 && at < letters.length);
  // Nothing is won by leaving out one letter or two.
  return letters.length - at < 3 ? word : `${letters.slice(0, at).join('')}.`;
}

/** Of a title such as “Computer Engineering: ethics” what differs stays whole: “Comp. Eng.: ethics”. */
export function shortModule(title: string): string {
  const colon = title.indexOf(': ');
  if (colon < 0 || title.length <= 20) return title;
  return `${title.slice(0, colon).split(' ').map(abbreviated).join(' ')}${title.slice(colon)}`;
}

/** The title of a module where there is little room; who hears it hears the whole. */
export function ModuleTitle({ title }: { title: string }) {
  const short = shortModule(title);
  if (short === title) return title;
  return (
    <>
      <span aria-hidden title={title}>
        {short}
      </span>
      <VisuallyHidden>{title}</VisuallyHidden>
    </>
  );
}
