/** A code out of words: `Maktab yoki litsey` → `maktab_yoki_litsey`; a number after it where it is taken. Pure. */
export function keyFrom(words: string, taken: ReadonlySet<string>): string {
  const plain = words
    .toLowerCase()
    .replaceAll(/[ʻʼ'‘’`]/g, '')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);
  const base = plain || 'field';
  let key = base;
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`;
  return key;
}
