/** Numbers as people copy them, with blanks, brackets and dashes, which are stored without. */

/** A phone from its plus on, also while it is still being typed. */
const phone = /\+\d[\d\s().-]*/g;
/** The same without the plus: 998 93 988-87-03, (93) 988 87 03. Two, three, two and two digits are nothing else here. */
const bare = /(?<![\d.-])(?:998[\s().-]*)?\(?\d{2}\)?[\s.-]\s?\d{3}[\s.-]\d{2}[\s.-]\d{2}(?![\d-])/g;
/** The fourteen digits of a PINFL, the series and number of a passport. */
const pinfl = /(?<!\d)\d(?:[\s-]?\d){13}(?!\d)/g;
const passport = /(?<!\p{L})([A-Za-z]{2})[\s№#-]+(\d(?:\s?\d){6})(?!\d)/gu;

/** What is looked for: phones, PINFL and passports in it as they are stored; everything else as it is. */
export const asStored = (text: string): string => {
  const digits = (found: string) => `${found.replaceAll(/\D/g, '')}${/\s$/.test(found) ? ' ' : ''}`;
  return text
    .replaceAll(phone, digits)
    .replaceAll(bare, digits)
    .replaceAll(pinfl, digits)
    .replaceAll(passport, (_, series: string, number: string) => series + number.replaceAll(/\D/g, ''));
};
