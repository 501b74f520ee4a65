import { expect } from 'vitest';
import type { Api } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

/** Payme as it asks a merchant: JSON-RPC over HTTP, always answered 200. Answers the result, or the code of the error. */
export interface Payme {
  ask(method: string, params: object, more?: { key?: string; body?: string; institution?: number }): Promise<Any>;
  /** Asks twice and expects the same. */
  twice(method: string, params: object): Promise<Any>;
}

export function playPayme(api: Api, key: string): Payme {
  let last = 0;
  const ask: Payme['ask'] = async (method, params, more = {}) => {
    const id = ++last;
    const response = await api.app.inject({
      url: `/gateways/payme/${more.institution ?? 1}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`Paycom:${more.key ?? key}`).toString('base64')}`,
      },
      payload: more.body ?? JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    expect(response.statusCode).toBe(200);
    const body: Any = response.json();
    if (!more.body) expect(body.id).toBe(id);
    return body.error ? body.error.code : body.result;
  };
  const twice: Payme['twice'] = async (method, params) => {
    const first = await ask(method, params);
    expect(await ask(method, params)).toEqual(first);
    return first;
  };
  return { ask, twice };
}
