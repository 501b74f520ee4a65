/** What another server answers, of which nobody knows how much it says: undefined where it is more than so many bytes, and no more is read then. */
export async function textOf(answer: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
