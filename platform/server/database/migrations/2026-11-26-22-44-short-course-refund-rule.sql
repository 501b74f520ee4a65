ALTER TABLE "short_courses" ADD COLUMN "refund_steps" jsonb;
ALTER TABLE "short_course_registrations" ADD COLUMN "refund_steps" jsonb;
-- The two steps that a course had become a list; places keep those under which they were taken.
update short_courses set refund_steps = (
  select coalesce(jsonb_agg(jsonb_build_object('days', s.days, 'percent', s.percent) order by s.days desc), '[]')
    from (select full_refund_days as days, 100 as percent
          union all select part_refund_days, part_refund_percent where part_refund_days < full_refund_days and part_refund_percent between 1 and 99) s);
update short_course_registrations r set refund_steps = c.refund_steps from short_courses c where c.id = r.course_id;
update short_courses set refund_steps = null where (full_refund_days, part_refund_days, part_refund_percent) = (7, 3, 50);
ALTER TABLE "short_course_registrations" ALTER COLUMN "refund_steps" SET NOT NULL;
ALTER TABLE "short_courses" DROP COLUMN "full_refund_days";
ALTER TABLE "short_courses" DROP COLUMN "part_refund_days";
ALTER TABLE "short_courses" DROP COLUMN "part_refund_percent";
