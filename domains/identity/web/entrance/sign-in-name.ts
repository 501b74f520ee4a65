/** Written as phones are, with the country: nine figures alone may as well be somebody's number here. */
const isPhone = (typed: string) => /^(\+|998)[\d\s()-]+$/.test(typed) && typed.replaceAll(/\D/g, '').length >= 12;

/** What the sign-in is sent as the person's name: `undefined` while too little was typed for a password to be asked. */
export function signInName({
  username,
  phone,
}: {
  username: string;
  phone: string;
}): { username: string; type: 'EMAIL' | 'ID' } | { phone: string; type: 'PHONE' } | undefined {
  const typed = username.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return { username: typed, type: 'EMAIL' };
  if (isPhone(typed)) return { phone: typed.replaceAll(/\D/g, ''), type: 'PHONE' };
  if (typed) return { username: typed, type: 'ID' };
  const digits = phone.replaceAll(/\D/g, '');
  // More than three figures after the country code of three.
  return digits.length > 6 ? { phone: digits, type: 'PHONE' } : undefined;
}
