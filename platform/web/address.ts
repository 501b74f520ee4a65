/** An address of the application with its query, as links and `navigate` want it: in two. A key that repeats is told once. */
export function linkTo(address: string): { to: string } {
  const [to = '/', query] = address.split('?');
  const parts = { to, search: query ? Object.fromEntries(new URLSearchParams(query)) : {} };
  return parts;
}
