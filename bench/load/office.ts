import { z } from 'zod';
import { think } from './client.ts';
import { type Day, evenly } from './day.ts';
import { pages } from './pages.ts';
import { officeAccounts, peopleOf, todayOf } from './people.ts';

const started = z.object({ job_id: z.number() });
const job = z.object({ state: z.string() });

/** What an office puts together: students by course, as the demo has it, and what it takes home of them. */
const definition = { subject: 'students', columns: ['student_no', 'full_name'] };

export const office: Day = {
  about: 'offices at work: lists, reports and exports',
  people: 200,
  minutes: 5,
  arrives: (place) => evenly(place) / 10,
  async prepare(client, count) {
    const home = pages.officeHome(await todayOf(client));
    const { rows: names } = await client.query<{ lastname: string }>(
      'select distinct lastname from students where institution_id = 1 and deleted_at is null order by lastname limit 200',
    );
    // The reports of the demo, shown to everybody who comes.
    const { rows: reports } = await client.query<{ id: number; definition: object }>(
      `update reports set roles = array_append(array_remove(roles, 'REGISTRAR_HEAD'), 'REGISTRAR_HEAD')
        where institution_id = 1 and deleted_at is null returning id, definition`,
    );
    const someName = () => encodeURIComponent(names[Math.floor(Math.random() * names.length)]?.lastname ?? '');
    return {
      people: await peopleOf(client, await officeAccounts(client, 'REGISTRAR_HEAD', count), count),
      async visit(visitor, at, over) {
        const report = reports[at % Math.max(1, reports.length)];
        await visitor.enter();
        await visitor.open(home);
        while (!over()) {
          await think(2, 6);
          await visitor.turnTo(pages.students('page=0'));
          await think(2, 5);
          await visitor.turnTo(pages.students(`page=0&search=${someName()}`));
          await think(2, 5);
          await visitor.turnTo(pages.students('page=1'));
          await think(2, 5);
          await visitor.turnTo(at % 2 ? pages.groups : pages.debts);
          if (over()) return;
          await think(2, 5);
          await visitor.turnTo(pages.reports);
          if (report) {
            await visitor.turnTo(pages.report(report.id));
            await visitor.ask('report', {
              kind: 'heavy',
              method: 'POST',
              path: '/report/run',
              body: JSON.stringify({ definition: report.definition, page: 0, size: 20 }),
            });
          }
          await think(3, 10);
          const answer = await visitor.ask('export', {
            kind: 'heavy',
            method: 'POST',
            path: '/report/export',
            body: JSON.stringify({ definition: report?.definition ?? definition }),
            wanted: true,
          });
          const { data } = started.safeParse(answer);
          if (data) await fetched(data.job_id);
        }

        /** Looks each second how far the file is, as the page does, and takes it. */
        async function fetched(id: number): Promise<void> {
          for (;;) {
            const { state } = job.parse(
              await visitor.ask('export', { kind: 'read', method: 'GET', path: `/job/${id}`, wanted: true }),
            );
            if (state === 'failed') throw new Error('an export failed');
            if (state === 'done') break;
            await think(1, 1);
          }
          await visitor.ask('export', { kind: 'heavy', method: 'GET', path: `/job/${id}/file` });
        }
      },
    };
  },
};
