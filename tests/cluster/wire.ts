import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between two machines that can be cut: nothing is refused, nothing arrives, nobody is told. */
export interface Wire {
  /** Where the other end is reached. */
  port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function lay(target: number): Promise<Wire> {
  let whole = true;
  const ends = new Set<Socket>();
  const hold = (socket: Socket) => {
    ends.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => ends.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (here) => {
    hold(here);
    if (!whole) return void here.pause();
    const there = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    hold(there);
    here.pipe(there);
    there.pipe(here);
    here.on('close', () => there.destroy());
    there.on('close', () => here.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      whole = false;
      for (const end of ends) {
        end.unpipe();
        end.pause();
      }
    },
    mend() {
      whole = true;
      // What was under way is lost, as after a long silence.
      for (const end of ends) end.destroy();
    },
    async close() {
      for (const end of ends) end.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
