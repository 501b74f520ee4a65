import { useQuery } from '@tanstack/react-query';
import { silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import { RailFact, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a module: the exam that is next, or that was last, as the page of exams has it for whoever looks. */
export default function ExamFact({ id }: { id: number }) {
  return useAbility().can('exam_period.read') ? <PlannedExam id={id} /> : <OwnExam id={id} />;
}

interface Sat {
  date: string | null;
  starts_at: string | null;
}

function Fact({ exam, where }: { exam: Sat | undefined; where: string | undefined }) {
  const t = useMessages();
  return (
    <RailFact
      label={t(exam?.date && exam.date < today() ? 'timetable.rail.exam_was' : 'timetable.rail.exam')}
      value={exam?.date && `${showDate(exam.date)} ${exam.starts_at ?? ''}`}
      note={where}
    />
  );
}

/** Of the newest published period, as lists of exams are. */
function PlannedExam({ id }: { id: number }) {
  const { data, isError } = useQuery(
    api.exam.list.queryOptions({ input: { course_module_id: id, placed: true, size: 1 }, ...silent }),
  );
  const exam = data?.content[0];
  if (isError || (data && !exam)) return null;
  return <Fact exam={exam} where={exam?.rooms.map(({ title }) => title).join(', ')} />;
}

function OwnExam({ id }: { id: number }) {
  const { data, isError } = useQuery(api.exam.own.queryOptions(silent));
  const exam = data?.find((one) => one.course_module_id === id);
  if (isError || (data && !exam)) return null;
  return <Fact exam={exam} where={exam?.room} />;
}
