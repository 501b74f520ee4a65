/**
 * `npm run eimzo -- --key "31204850010017 Karimova Nodira"`: the other side of signing with the national electronic
 * signature, for trying it out: a simulator of e-imzo-server, and one of the program on people's computers with the keys that
 * are named (PINFL and holder; several). Start Edulab with the `EIMZO_URL` that it prints, and switch E-IMZO on under the
 * settings of signatures. Nothing that it signs is worth anything.
 *
 * --port 64700     of the server; the program's own is 64646, as pages look for it
 * --fault FAULT    how the server behaves: away, silent, garbled, ocsp, clock, unknown, two
 * --program FAULT  how the program behaves: away, password, cancelled, strange
 * --expired, --revoked  the keys that follow are not good any more; they are named before them
 */
import { parseArgs } from 'node:util';
import { WebSocketServer } from 'ws';
import { type Fault, faults, simulatedKey, startSimulator } from '#tests/support/eimzo.ts';
import { programFaults, simulatedProgram } from '#tests/support/eimzo-program.ts';

const { values, tokens } = parseArgs({
  options: {
    key: { type: 'string', multiple: true },
    port: { type: 'string', default: '64700' },
    fault: { type: 'string' },
    program: { type: 'string' },
    expired: { type: 'boolean', default: false },
    revoked: { type: 'boolean', default: false },
  },
  tokens: true,
});

/** One of a few words, or the end with what they are. */
function oneOf<T extends string>(words: readonly T[], said: string | undefined): T | undefined {
  const found = words.find((word) => word === said);
  if (said !== undefined && !found) {
    console.error(`${said} is none of ${words.join(', ')}.`);
    process.exit(1);
  }
  return found;
}

let serial = 1;
let state: { to?: string; revoked?: true } = {};
const keys = tokens.flatMap((token) => {
  if (token.kind !== 'option') return [];
  if (token.name === 'expired') state = { to: '2021-01-01 00:00:00' };
  if (token.name === 'revoked') state = { revoked: true };
  if (token.name !== 'key') return [];
  const [, pinfl, name] = /^(\d{14})\s+(.+)$/.exec(token.value ?? '') ?? [];
  if (!pinfl || !name) {
    console.error(`A key is a PINFL of 14 digits and a name, not “${token.value}”.`);
    process.exit(1);
  }
  return simulatedKey({
    pinfl,
    name: name.toUpperCase(),
    serial: `2187${(serial++).toString(16).padStart(5, '0')}`,
    ...state,
  });
});
const fault = oneOf<Fault>(faults, values.fault);
const programFault = oneOf(programFaults, values.program);
const server = await startSimulator(Number(values.port));
server.fault = fault;
const { program, answer } = simulatedProgram(keys.length ? keys : [simulatedKey()]);
program.fault = programFault;

if (program.fault !== 'away') {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 64646, path: '/service/cryptapi' });
  sockets.on('connection', (socket) => {
    socket.on('message', (question) => socket.send(answer(String(question))));
  });
  sockets.on('error', (error) => {
    console.error(`The program cannot listen on port 64646 (${error.message}).`);
    process.exit(1);
  });
}
console.log(`Simulator of e-imzo-server: EIMZO_URL=${server.url}`);
for (const { pinfl, name, to } of program.keys) console.log(`  a key of ${name}, PINFL ${pinfl}, until ${to}`);
