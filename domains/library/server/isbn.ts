/** Digits of an ISBN of ten or thirteen; undefined where its check digit is wrong. X stands for ten at the end of the short form. */
export function isbnDigits(given: string): string | undefined {
  const digits = given.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{9}[\dX]$/.test(digits)) {
    const sum = [...digits].reduce((all, sign, i) => all + (sign === 'X' ? 10 : Number(sign)) * (10 - i), 0);
    return sum % 11 === 0 ? digits : undefined;
  }
  if (/^97[89]\d{10}$/.test(digits)) {
    const sum = [...digits].reduce((all, sign, i) => all + Number(sign) * (i % 2 ? 3 : 1), 0);
    return sum % 10 === 0 ? digits : undefined;
  }
  return undefined;
}
