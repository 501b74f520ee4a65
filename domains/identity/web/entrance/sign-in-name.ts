/** What the sign-in is sent as the person's name: `undefined` while too little was typed for a password to be asked. */
export function signInName({
  username,
  phone,
}: {
  username: string;
  phone: string;
}): { username: string; type: 'EMAIL' | 'ID' } | { phone: string; type: 'PHONE' } | undefined {
  const typed = username.trim();
  if (typed) return { username: typed, type: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? 'EMAIL' : 'ID' };
  const digits = phone.replaceAll(/\D/g, '');
  // More than three figures after the country code of three.
  return digits.length > 6 ? { phone: digits, type: 'PHONE' } : undefined;
}
