/**
 * `npm run ledger -- verify [module]`: are the ledger of marks, and without a module the books of money, what they were? Names
 * every row that was touched; exit code 1.
 * `npm run ledger -- export <file> [module]` writes it for others, who check it with `npm run ledger -- check <file>`, for
 * which no database is needed. `npm run ledger -- sign` signs the heads now instead of at night. EDULAB_DATA and
 * DATABASE_URL say of what, as for `npm start`.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type JournalFault, sealJournals, verifyJournal } from '#domains/accounting/server/index.ts';
import { checkExport, exportLedger, type Fault, signAll, verifyLedger } from '#domains/assessment/server/index.ts';
import { type Lifecycle, runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { ownerOf } from './owner.ts';

const usage = 'Usage: npm run ledger -- verify [module] | sign | export <file> [module] | check <file>';

await runProcess(async (life) => {
  const [command = '', ...rest] = process.argv.slice(2);
  if (command === 'check' && rest.length === 1) await check(rest[0]!);
  else if (command === 'verify' && rest.length < 2) await verify(life, rest[0]);
  else if (command === 'sign' && rest.length === 0) {
    const { pool, dataDir } = await ownerOf(life);
    console.log(`${await signAll(pool, dataDir)} heads had moved and are signed.`);
    console.log(`${await sealJournals(pool, dataDir)} books had new entries and are sealed.`);
  } else if (command === 'export' && rest.length > 0 && rest.length < 3) await write(life, rest[0]!, rest[1]);
  else throw new StartError(usage);
  await life.stop();
  process.exit(process.exitCode ?? 0);
}, 'The ledger was not looked at');

function moduleOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new StartError(usage);
  return text === undefined ? undefined : Number(text);
}

async function verify(life: Lifecycle, module: string | undefined): Promise<void> {
  const wanted = moduleOf(module);
  const { pool, dataDir } = await ownerOf(life);
  const client = await pool.connect();
  try {
    const marks = await verifyLedger(client, dataDir, wanted);
    tell(marks);
    const money = wanted === undefined ? await verifyJournal(client, dataDir) : undefined;
    if (money) tellMoney(money);
    if (marks.faults.length || money?.faults.length) process.exitCode = 1;
  } finally {
    client.release();
  }
}

function tellMoney({
  entries,
  parties,
  seals,
  seconds,
  receivable,
  faults,
}: Awaited<ReturnType<typeof verifyJournal>>) {
  console.log(`${entries} entries of ${parties} contracts and students, ${seals} seals, in ${seconds} s.`);
  for (const { institution_id, amount } of receivable)
    console.log(`Institution ${institution_id}: ${amount} tiyin are owed, less what was paid ahead.`);
  for (const fault of faults) console.log(moneyInWords(fault));
  console.log(faults.length ? `${faults.length} faults in the books.` : 'The books are what the documents say.');
}

const moneyInWords = ({ kind, institution_id, of, seq }: JournalFault) =>
  `institution ${institution_id}, ${of}${seq === null ? '' : `, entry ${seq}`}: ${
    {
      ALTERED: 'the entry was changed',
      BROKEN: 'an entry before it is gone or was written anew',
      HEAD: 'the chain does not end where its head says',
      SEAL: 'the entries are not those that were sealed, or the seal was forged',
      DOCUMENT: 'the document is not what its entries say',
    }[kind]
  }`;

function tell(found: Awaited<ReturnType<typeof verifyLedger>>): void {
  console.log(
    `${found.events} events of ${found.modules} modules, ${found.signatures} signed heads, ${found.unsigned} events since the last signature, in ${found.seconds} s.`,
  );
  for (const fault of found.faults) console.log(inWords(fault));
  console.log(found.faults.length ? `${found.faults.length} faults.` : 'Nothing was touched.');
}

function inWords(fault: Fault): string {
  const event = `module ${fault.course_module_id}, event ${fault.seq}${fault.until ? ` to ${fault.until}` : ''}`;
  const mark = `module ${fault.course_module_id}, mark ${fault.mark_id} (student ${fault.student_id}, component ${fault.component_id})`;
  return {
    ALTERED: `${event}: the row was changed`,
    MISSING: `${event}: the row is gone`,
    REWRITTEN: `${event}: the row was written anew with its hash`,
    HEAD: `${event}: the chain does not end where its head says`,
    SIGNATURE: `${event}: its signature was changed, forged or taken away`,
    MARK: `${mark}: not what its last event, ${fault.seq}, says`,
    UNRECORDED: `${mark}: has no event`,
  }[fault.kind];
}

async function write(life: Lifecycle, file: string, module: string | undefined): Promise<void> {
  const wanted = moduleOf(module);
  const { pool, dataDir } = await ownerOf(life);
  const client = await pool.connect();
  await client.query('begin isolation level repeatable read read only');
  await pipeline(Readable.from(exportLedger(client, dataDir, wanted)), createWriteStream(file, { flags: 'wx' }));
  await client.query('commit');
  client.release();
  console.log(`Written to ${file}.`);
}

async function check(file: string): Promise<void> {
  const found = await checkExport(
    createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }),
  );
  console.log(
    `${found.events} events of ${found.modules} modules, ${found.signatures} signed heads; keys: ${found.keys.join(', ') || 'none'}.`,
  );
  for (const { line, what, module, seq } of found.faults)
    console.log(`line ${line}${module ? ` (module ${module}, event ${seq})` : ''}: ${what}`);
  console.log(
    found.faults.length
      ? `${found.faults.length} faults.`
      : 'The file is whole. Compare the keys with those that the institution published.',
  );
}
