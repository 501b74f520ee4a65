import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api, password } from '../jobs.ts';
import type { Figures, Kind } from './figures.ts';
import { mattersCall, type Page, pages } from './pages.ts';
import type { Person } from './people.ts';

/** Whoever waits longer than that for an answer has left. */
const patienceMs = 60_000;
/** Browsers keep six connections to a site; the stream of events holds one of them. */
const atOnce = 5;
/** For how long a browser asks again by itself what was refused because of the rush (platform/web/busy.ts), in milliseconds. */
const comesBackFor = 120_000;
/** How often it asks again what is heavy (platform/web/query.ts). */
const mostTries = 3;

export interface Question {
  kind: Kind;
  method: 'GET' | 'POST' | 'PUT';
  /** Below the base of the API. */
  path: string;
  body?: string | Buffer;
  type?: string;
  /** Repeats go with the same. */
  key?: string;
  /** Refusals that the day expects, as of a place that is taken. */
  expected?: readonly number[];
  /** What is said is needed to go on; what nobody looks at is not taken apart. */
  wanted?: boolean;
  /** Its parts are counted, and not the whole once it is there. */
  parts?: boolean;
}

interface Answer {
  status: number;
  body: Buffer;
  encoding?: string | undefined;
  type?: string | undefined;
  retryAfter?: number | undefined;
}

/** The server that visitors come to, and who counts. */
export interface Site {
  base: string;
  /** Of the page that all addresses answer: a browser that was here before asks only whether it is still the same. */
  tag: string | undefined;
}

/** One pool for everybody: what the server sees is how many are open, not whose they are. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, scheduling: 'fifo' });
export const closeConnections = (): void => agent.destroy();

const textOf = ({ body, encoding }: Answer): string =>
  (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString();
/** A list may be answered as a file as well. */
const parsed = (answer: Answer): unknown =>
  answer.type?.startsWith('application/json') ? JSON.parse(textOf(answer)) : undefined;

/** Seconds somewhere between these: nobody reads to the beat. */
export const think = (least: number, most: number): Promise<void> =>
  sleep((least + Math.random() * (most - least)) * 1_000);

/** A person before a browser. */
export class Visitor {
  readonly #site: Site;
  readonly #figures: () => Figures;
  readonly #person: Person;
  #token: string | undefined;
  #events: ClientRequest | undefined;
  #left = false;

  constructor(site: Site, figures: () => Figures, person: Person) {
    this.#site = site;
    this.#figures = figures;
    this.#person = person;
    this.#token = person.token;
  }

  /** Through the door, where no session is left from yesterday. */
  async enter(): Promise<void> {
    if (this.#token) return;
    await this.open(pages.signIn);
    await think(3, 8);
    const answer = await this.ask(pages.signIn.name, {
      kind: 'sign-in',
      method: 'POST',
      path: '/signin',
      body: JSON.stringify({ username: this.#person.username, password }),
      wanted: true,
    });
    const { token } = Object(answer);
    if (typeof token !== 'string') throw new Error('a sign-in answered no session');
    this.#token = token;
  }

  /** Opens a page at its address: the document, who one is, then all that the page asks for. */
  async open(page: Page): Promise<void> {
    const began = performance.now();
    await this.#document(page);
    if (!page.strangers) await this.#read(page, '/user/me/info');
    await this.#readPage(page);
    this.#figures().opened(page.name, performance.now() - began);
    if (page.live && !this.#events && !this.#left) this.#listen();
  }

  /** What a page asks anew after a save, or where one goes to from another page, without the document. */
  async turnTo(page: Page): Promise<void> {
    const began = performance.now();
    await this.#readPage(page);
    this.#figures().opened(page.name, performance.now() - began);
  }

  /** All that a page asks for, and then what there is of the matters that most have none of. */
  async #readPage(page: Page): Promise<void> {
    const { reads, matters } = page;
    if (!matters) return void (await this.#readAll(page, reads));
    const none = await this.#readAll(page, [...reads, mattersCall]);
    const more = Object.entries(matters).flatMap(([matter, calls]) => (none.includes(matter) ? [] : calls));
    const [only] = more;
    if (only !== undefined && more.length === 1) await this.#read(page, only);
    else if (more.length > 1) await this.#readAll(page, more);
  }

  /**
   * As a browser does (platform/web/together.ts): all in one request, which comes again as a whole where it is refused as
   * one, and alone what is to be asked alone or again. Answers which matters there are none of, where that was asked.
   */
  async #readAll(page: Page, reads: readonly string[]): Promise<string[]> {
    const began = performance.now();
    const body = JSON.stringify({ calls: reads });
    const answer = await this.#insist(page.name, {
      kind: 'read',
      method: 'POST',
      path: '/together',
      body,
      parts: true,
    });
    const left = new Set(reads);
    let none: string[] = [];
    let pause = 0;
    for (const line of textOf(answer).trimEnd().split('\n')) {
      const { index, status, body }: { index: number; status: number; body: unknown } = JSON.parse(line);
      const seconds = status === 503 ? Number(Object(Object(body).data).seconds) : 0;
      pause = Math.max(pause, seconds);
      if (status === 421) continue;
      const good = status < 300;
      // Until the last of them is there: what is told of each is no less than it was.
      const outcome = good ? 'good' : seconds ? 'refused' : 'error';
      this.#figures().note({ kind: 'read', page: page.name, ms: performance.now() - began, status, outcome });
      if (good && reads[index] === mattersCall) none = Object(body).none;
      if (good) left.delete(reads[index] ?? '');
    }
    await sleep(pause * 1_000);
    const alone = [...left];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let path = alone.shift(); path !== undefined; path = alone.shift()) await this.#read(page, path);
      }),
    );
    return none;
  }

  #headers = (type?: string): Record<string, string> => ({
    ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
    institution: '1',
    language: 'uz',
    education_form: '0',
    accept: 'application/json',
    ...(type === undefined ? {} : { 'content-type': type }),
  });

  #read = (page: Page, path: string) => this.ask(page.name, { kind: 'read', method: 'GET', path });

  async #document({ name, address }: Page): Promise<void> {
    const { tag } = this.#site;
    const began = performance.now();
    const headers: Record<string, string> = this.#token && tag ? { 'if-none-match': tag } : {};
    const { status } = await this.#transmit('GET', address, headers);
    this.#figures().note({
      kind: 'read',
      page: name,
      ms: performance.now() - began,
      status,
      outcome: status === 200 || status === 304 ? 'good' : 'error',
    });
  }

  /** A save as the pages send it: with a key of its own, so that a repeat changes nothing. */
  write(page: string, method: 'POST' | 'PUT', path: string, body: object, more: Partial<Question> = {}) {
    return this.ask(page, { kind: 'write', method, path, body: JSON.stringify(body), key: randomUUID(), ...more });
  }

  /** Asks, and again where it is told to come back; answers what is said, where that is wanted. */
  async ask(page: string, question: Question): Promise<unknown> {
    const answer = await this.#insist(page, question);
    return question.wanted && answer.status < 300 ? parsed(answer) : undefined;
  }

  async #insist(page: string, question: Question): Promise<Answer> {
    const { kind, method, path, body, type = 'application/json', key, expected = [], parts } = question;
    const first = performance.now();
    for (let tried = 1; ; tried++) {
      const began = performance.now();
      const answer = await this.#transmit(
        method,
        api + path,
        { ...this.#headers(body === undefined ? undefined : type), ...(key ? { 'idempotency-key': key } : {}) },
        body,
      );
      const { status, retryAfter } = answer;
      const busy = status === 503 || status === 429;
      const good = (status >= 200 && status < 300) || expected.includes(status);
      const outcome = good ? 'good' : busy && retryAfter !== undefined ? 'refused' : 'error';
      if (!good || !parts) this.#figures().note({ kind, page, ms: performance.now() - began, status, outcome });
      if (good) return answer;
      // A connection that broke is tried once more; what was refused for good stays so.
      const late = kind === 'heavy' ? tried > mostTries : performance.now() - first > comesBackFor;
      if (status === 0 ? tried > 1 : !busy || late) {
        if (busy) this.#figures().gaveUp++;
        throw new Error(
          `${method} ${path.split('?')[0]} answered ${status}: ${status ? textOf(answer).slice(0, 120) : ''}`,
        );
      }
      await sleep((retryAfter ?? 1.5 * tried) * 1_000 + Math.random() * 1_000);
    }
  }

  /** The stream of live events, open for as long as somebody is there. */
  #listen(): void {
    const asked = request(`${this.#site.base}${api}/events`, {
      agent,
      headers: { authorization: `Bearer ${this.#token}`, institution: '1', accept: 'text/event-stream' },
    });
    const began = performance.now();
    asked.on('response', (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      const refused = status === 503 && answer.headers['retry-after'] !== undefined;
      const outcome = status === 200 ? 'good' : refused ? 'refused' : 'error';
      this.#figures().note({ kind: 'read', page: 'live events', ms: performance.now() - began, status, outcome });
      answer.on('error', () => undefined);
      answer.resume();
      // As the page does it (platform/web/events.ts), which waits longer each time.
      if (refused) void think(1, 8).then(() => !this.#left && this.#listen());
    });
    asked.on('error', () => undefined);
    asked.end();
    this.#events = asked;
  }

  leave(): void {
    this.#left = true;
    this.#events?.destroy();
  }

  #transmit(method: string, path: string, headers: Record<string, string>, body?: string | Buffer): Promise<Answer> {
    return new Promise((done) => {
      const failed = () => done({ status: 0, body: Buffer.alloc(0) });
      const asked = request(
        this.#site.base + path,
        {
          agent,
          method,
          timeout: patienceMs,
          headers: {
            'accept-encoding': 'gzip, deflate, br',
            ...headers,
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', failed);
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              body: Buffer.concat(parts),
              encoding: answer.headers['content-encoding'],
              type: answer.headers['content-type'],
              retryAfter: /^\d+$/.test(answer.headers['retry-after'] ?? '')
                ? Number(answer.headers['retry-after'])
                : undefined,
            }),
          );
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no answer')));
      asked.on('error', failed);
      asked.end(body);
    });
  }
}
