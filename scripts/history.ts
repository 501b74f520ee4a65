/**
 * `npm run history -- archive 2021-09-01 FILE.jsonl.gz`: takes all changes before that day out of the history into the file,
 * and notes that the history begins there. EDULAB_DATA and DATABASE_URL say of what, as for `npm start`.
 */
import { archiveHistory } from '#platform/server/database/history-archive.ts';
import { runProcess, StartError } from '#platform/server/run/lifecycle.ts';
import { ownerOf } from './owner.ts';

await runProcess(async (life) => {
  const [command, day = '', file, ...rest] = process.argv.slice(2);
  if (command !== 'archive' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !file || rest.length)
    throw new StartError('Usage: npm run history -- archive <day> <file.jsonl.gz>');
  const { pool } = await ownerOf(life);
  const moved = await archiveHistory(pool, day, file);
  console.log(`${moved} changes from before ${day} are in ${file} and no more in the database.`);
  await life.stop();
  process.exit(0);
}, 'The history was not shortened');
