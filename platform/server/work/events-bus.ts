import pg from 'pg';

/** One listening connection per process: what a transaction notifies reaches every server once it is committed. */
export interface Bus {
  /** Calls back with the payload of every notification; `undefined` where some may have been missed. */
  on(channel: string, listener: (payload: string | undefined) => void): void;
  close(): Promise<void>;
}

/** Connects, and again whenever the connection is lost, for as long as the process lives. `log` gets what went wrong. */
export async function openBus(url: string, log: (error: unknown) => void): Promise<Bus> {
  const listeners = new Map<string, Set<(payload: string | undefined) => void>>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let pause = 250;
  const listen = (channel: string) => client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(lost);

  function lost(error?: unknown) {
    if (closed || timer) return;
    if (error) log(error);
    const old = client;
    client = undefined;
    old?.end().catch(() => undefined);
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(lost);
    }, pause);
    pause = Math.min(pause * 2, 10_000);
  }

  async function connect() {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'edulab events' });
    fresh.on('error', lost);
    fresh.on('end', () => fresh === client && lost());
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '');
    });
    await fresh.connect();
    if (closed) return fresh.end();
    client = fresh;
    pause = 250;
    for (const channel of listeners.keys()) await listen(channel);
    // Whoever listens looks for itself at what came while nobody listened.
    for (const all of listeners.values()) for (const listener of all) listener(undefined);
  }

  await connect();
  return {
    on(channel, listener) {
      const known = listeners.get(channel);
      if (known) known.add(listener);
      else {
        listeners.set(channel, new Set([listener]));
        void listen(channel);
      }
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
