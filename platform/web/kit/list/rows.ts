import { silent } from '../../client.ts';
import type { ListInput } from './search-state.ts';
import type { ListCall } from './types.ts';

const size = 200;

/** Every row that a list's question finds, at most `most` of them. */
export async function rowsOf<Row, Input extends ListInput>(
  of: ListCall<Row, Input>,
  input: Input,
  most: number,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let page = 0; found.length < most; page++) {
    const { content } = await of.call({ ...input, page, size, sort: 'id' }, silent);
    found.push(...content);
    if (content.length < size) break;
  }
  return found.slice(0, most);
}
