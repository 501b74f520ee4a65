import type { Page } from 'playwright-core';
import { type SimulatedKey, simulatedPkcs7 } from './eimzo.ts';

/** The program on somebody's computer, as a page meets it: its socket, its questions, and what the real one answers to them. */

export const programFaults = ['away', 'password', 'cancelled', 'strange'] as const;

export interface Program {
  keys: SimulatedKey[];
  /** How it behaves from now on; nothing: well. `away`: it is not there; `strange`: it was not let in by the address. */
  fault: (typeof programFaults)[number] | undefined;
  /** What it was asked to do. */
  asked: string[];
}

interface Question {
  plugin?: string;
  name: string;
  arguments?: string[];
}

const dotted = (instant: string) => instant.replaceAll('-', '.');
/** The name of a certificate as its file carries it. */
const aliasOf = ({ name, pinfl, serial, from, to }: SimulatedKey) =>
  [
    `cn=${name.toLowerCase()}`,
    ...(pinfl === null ? [] : [`1.2.860.3.16.1.2=${pinfl}`]),
    `serialnumber=${serial}`,
    `validfrom=${dotted(from)}`,
    `validto=${dotted(to)}`,
  ].join(',');

/** What it answers to a question, as text both. */
export function simulatedProgram(keys: SimulatedKey[]): { program: Program; answer(question: string): string } {
  const program: Program = { keys, fault: undefined, asked: [] };
  const loaded = new Map<string, SimulatedKey>();
  const refusal = (reason: string, status?: number) => ({ success: false, reason, ...(status ? { status } : {}) });
  const answerTo = ({ plugin, name, arguments: given = [] }: Question): object => {
    if (name === 'apikey') return program.fault === 'strange' ? refusal('API-key не найден') : { success: true };
    if (plugin === 'pfx' && name === 'list_all_certificates')
      return {
        success: true,
        certificates: program.keys.map((key) => ({
          disk: '/media/key',
          path: '',
          name: `DS${key.serial}`,
          alias: aliasOf(key),
        })),
      };
    if (plugin === 'pfx' && name === 'load_key') {
      if (program.fault === 'cancelled') return refusal('Ввод пароля отменен', -5000);
      if (program.fault === 'password')
        return refusal('javax.crypto.BadPaddingException: Given final block not properly padded');
      const key = program.keys.find((one) => aliasOf(one) === given[3]);
      if (!key) return refusal('Ключ не найден');
      loaded.set(key.serial, key);
      return { success: true, keyId: key.serial };
    }
    if (plugin === 'pkcs7' && name === 'create_pkcs7') {
      const [bytes = '', keyId = '', detached] = given;
      const key = loaded.get(keyId);
      if (!key) return refusal('Ключ не загружен');
      const pkcs7_64 = simulatedPkcs7(key, Buffer.from(bytes, 'base64'), detached === 'yes');
      return { success: true, pkcs7_64, signer_serial_number: key.serial };
    }
    return refusal('Неизвестная функция');
  };
  return {
    program,
    answer(question) {
      const asked = JSON.parse(question) as Question;
      program.asked.push(asked.name);
      return JSON.stringify(answerTo(asked));
    },
  };
}

/** As a page meets it, without a socket of the machine. */
export async function simulateProgram(page: Page, keys: SimulatedKey[]): Promise<Program> {
  const { program, answer } = simulatedProgram(keys);
  await page.routeWebSocket(/:64646\/service\/cryptapi$/, async (socket) => {
    if (program.fault === 'away') return socket.close();
    socket.onMessage((text) => socket.send(answer(String(text))));
  });
  return program;
}
