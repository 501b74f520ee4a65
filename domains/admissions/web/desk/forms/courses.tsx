import { FormList } from './form-list.tsx';

/** Forms for short courses. */
export default function CourseForms() {
  return <FormList flavour="st_course" />;
}
