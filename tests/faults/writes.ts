import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { query } from './edulab.ts';

const api = '/edulab/lms/api/v1';

interface Answer {
  /** 0: no answer came, so nobody knows what became of the request. */
  status: number;
  body: { id?: number; version?: number; code?: string; message?: string; total_elements?: number } & { id?: number }[];
}

/** What was acknowledged, and what must therefore be found afterwards. */
interface Created {
  marker: string;
  id: number;
}

/**
 * Several clients that write without a pause, as browsers do: each change carries an Idempotency-Key and is repeated
 * with the same key until an answer comes. A few give up waiting before the answer is there, a few repeat what was
 * answered already, and a few carry no key and are never repeated.
 */
export class Writes {
  readonly created: Created[] = [];
  /** Sent once, without a key, and never answered: there once or not at all. */
  readonly unknown: string[] = [];
  readonly uploads: { id: number; hash: string }[] = [];
  /** Rows that are changed again and again, by one client each. */
  readonly changed: { id: number; version: number; marker: string }[] = [];
  /** Anything that is neither done nor "not now": no fault may cause it. */
  readonly faults: string[] = [];
  acknowledged = 0;
  repeated = 0;
  /** How often which "not now" was answered, in words. */
  readonly refused = new Map<string, number>();
  private running: Promise<void>[] = [];
  private on = false;
  /** Where Edulab answers now. */
  url = '';
  private token = '';

  async signIn(url: string): Promise<void> {
    this.url = url;
    const answer = await fetch(`${url}${api}/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'super_admin', password: 'edulab-demo' }),
    });
    const body = (await answer.json()) as { token?: string };
    if (!body.token) throw new Error(`no sign-in: ${JSON.stringify(body)}`);
    this.token = body.token;
  }

  start(clients = 8): void {
    this.on = true;
    this.running = Array.from({ length: clients }, (_, client) => this.client(client));
  }

  /** Lets every client finish what it has begun. */
  async stop(): Promise<void> {
    this.on = false;
    await Promise.all(this.running);
  }

  private async client(number: number): Promise<void> {
    while (this.on) {
      const chance = Math.random();
      const marker = `fault ${randomUUID()}`;
      if (chance < 0.1) await this.upload(marker);
      else if (chance < 0.2) await this.createOnce(marker);
      else if (chance < 0.6) await this.change(number, marker);
      else this.created.push(await this.create(marker));
    }
  }

  private async create(marker: string): Promise<Created> {
    const body = { title: { uz: marker, ru: marker, en: marker }, country_id: 1 };
    const { id } = await this.untilAnswered('/state/', JSON.stringify(body));
    return { marker, id: id! };
  }

  private async createOnce(marker: string): Promise<void> {
    const answer = await this.send(
      '/state/',
      JSON.stringify({ title: { uz: marker, ru: marker, en: marker }, country_id: 1 }),
    );
    if (answer.status === 200) this.created.push({ marker, id: answer.body.id! });
    else {
      this.unknown.push(marker);
      await this.pause(answer, '/state/');
    }
  }

  private async change(number: number, marker: string): Promise<void> {
    const row = this.changed[number];
    if (!row) {
      const { id } = await this.create(marker);
      this.changed[number] = { id, version: 1, marker };
      return;
    }
    const body = { id: row.id, version: row.version, title: { uz: marker, ru: marker, en: marker } };
    const { version } = await this.untilAnswered('/state/', JSON.stringify(body));
    if (version !== row.version + 1) this.faults.push(`version ${row.version} became ${version}`);
    this.changed[number] = { id: row.id, version: row.version + 1, marker };
  }

  private async upload(marker: string): Promise<void> {
    const content = Buffer.from(`name,value\n${marker},1\n`);
    const form = () => {
      const data = new FormData();
      data.append('files', new Blob([content], { type: 'text/csv' }), 'fault.csv');
      return data;
    };
    const files = (await this.untilAnswered('/upload', form)) as unknown as { id: number }[];
    const hash = createHash('sha256').update(content).digest('hex');
    this.uploads.push({ id: [files].flat()[0]!.id, hash });
  }

  /** Repeats a request under one key until it is answered; answers its body. */
  private async untilAnswered(path: string, payload: string | (() => FormData)): Promise<Answer['body']> {
    const key = randomUUID();
    for (let attempt = 0; ; attempt++) {
      const impatient = Math.random() < 0.05 ? AbortSignal.timeout(Math.ceil(Math.random() * 8)) : undefined;
      const answer = await this.send(path, typeof payload === 'string' ? payload : payload(), key, impatient);
      if (answer.status !== 200) {
        await this.pause(answer, path);
        continue;
      }
      if (attempt > 0) this.repeated++;
      this.acknowledged++;
      if (Math.random() < 0.05) {
        const again = await this.send(path, typeof payload === 'string' ? payload : payload(), key);
        if (again.status === 200 && !isDeepStrictEqual(again.body, answer.body))
          this.faults.push(`repeated, it was answered otherwise: ${JSON.stringify([answer.body, again.body])}`);
      }
      return answer.body;
    }
  }

  /** Says something until it is answered, and answers what was said to it. */
  async say<T>(path: string, body: object): Promise<T> {
    return (await this.untilAnswered(path, JSON.stringify(body))) as T;
  }

  /** Reads something, again and again until it is answered. */
  async read(path: string): Promise<Answer['body']> {
    for (;;) {
      const answer = await this.ask(path, { method: 'GET' });
      if (answer.status === 200) return answer.body;
      await this.pause(answer, path);
    }
  }

  private async pause({ status, body }: Answer, path: string): Promise<void> {
    // Who waits for a lock that a dead connection still holds is told so.
    const busy = ['SERVICE_UNAVAILABLE', 'SERVER_BUSY'].includes(body.code ?? '');
    const notNow = (status === 503 && busy) || (status === 409 && body.code === 'BUSY');
    const refusedClearly = notNow && body.message;
    const what = `${body.code} of ${path.replace(/\?.*/, '')}${path.includes('as_of=') ? ' as of then' : ''}`;
    if (refusedClearly) this.refused.set(what, (this.refused.get(what) ?? 0) + 1);
    if (status !== 0 && !refusedClearly) {
      this.faults.push(`${status} ${JSON.stringify(body)}`);
      if (this.faults.length > 20) this.on = false;
    }
    await sleep(20);
  }

  private send(path: string, payload: string | FormData, key?: string, impatient?: AbortSignal): Promise<Answer> {
    const headers = {
      ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    };
    return this.ask(path, { method: 'POST', headers, body: payload }, impatient);
  }

  private async ask(path: string, request: RequestInit, impatient?: AbortSignal): Promise<Answer> {
    const patience = AbortSignal.timeout(30_000);
    try {
      const answer = await fetch(this.url + api + path, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${this.token}`, institution: '1', language: 'en' },
        signal: impatient ? AbortSignal.any([patience, impatient]) : patience,
      });
      return { status: answer.status, body: (await answer.json()) as Answer['body'] };
    } catch {
      if (patience.aborted) this.faults.push(`${path} was not answered within half a minute`);
      return { status: 0, body: [] as unknown as Answer['body'] };
    }
  }

  /**
   * Compares the promises with the database and the files, which lie in a data folder or where `hasContent` looks; answers
   * what does not agree. Forgets what it has checked.
   */
  async disagreements(databaseUrl: string, files: string | ((hash: string) => boolean)): Promise<string[]> {
    const hasContent =
      typeof files === 'string' ? (hash: string) => existsSync(join(files, 'files', hash.slice(0, 2), hash)) : files;
    const wrong: string[] = [...this.faults];
    const rows = await query<{ id: number; marker: string; version: number; inserts: number; updates: number }>(
      databaseUrl,
      `select id, title ->> 'en' as marker, version,
              (select count(*)::int from audit_log where table_name = 'states' and row_id = s.id and operation = 'INSERT') as inserts,
              (select count(*)::int from audit_log where table_name = 'states' and row_id = s.id and operation = 'UPDATE') as updates
         from states s where title ->> 'en' = any($1)`,
      [
        [
          ...this.created.map((row) => row.marker),
          ...this.changed.flatMap((row) => row?.marker ?? []),
          ...this.unknown,
        ],
      ],
    );
    const found = Map.groupBy(rows, (row) => row.marker);
    for (const { marker, id } of this.created) {
      const [row, ...more] = found.get(marker) ?? [];
      if (!row) wrong.push(`lost: ${marker}`);
      else if (more.length > 0) wrong.push(`${more.length + 1} times: ${marker}`);
      else if (row.id !== id || row.inserts !== 1 || row.updates !== 0)
        wrong.push(`answered as ${id}: ${JSON.stringify(row)}`);
    }
    for (const promised of this.changed) {
      if (!promised) continue;
      const [row, ...more] = found.get(promised.marker) ?? [];
      if (!row || more.length > 0 || row.id !== promised.id || row.version !== promised.version)
        wrong.push(`promised ${JSON.stringify(promised)}, found ${JSON.stringify([row, ...more])}`);
      else if (row.inserts !== 1 || row.updates !== row.version - 1)
        wrong.push(`its history does not agree: ${JSON.stringify(row)}`);
    }
    for (const marker of this.unknown) {
      const times = found.get(marker) ?? [];
      if (times.length > 1 || times.some((row) => row.inserts !== 1)) wrong.push(`${times.length} times: ${marker}`);
    }
    const uploaded = await query<{ id: number; hash: string }>(
      databaseUrl,
      'select id, hash from files where id = any($1)',
      [this.uploads.map((file) => file.id)],
    );
    const hashes = new Map(uploaded.map((file) => [file.id, file.hash]));
    for (const { id, hash } of this.uploads) {
      if (hashes.get(id) !== hash) wrong.push(`file ${id} is not what was sent`);
      else if (!hasContent(hash)) wrong.push(`file ${id} has no content`);
    }
    this.created.length = this.unknown.length = this.uploads.length = this.faults.length = 0;
    return wrong;
  }
}
