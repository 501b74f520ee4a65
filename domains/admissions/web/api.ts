import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as staff } from '#domains/staff/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import { countryOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';
import type { FlavourName } from '../flavours.ts';

export const api = connect(contract);
const places = connect(institutions);
const plans = connect(curriculum);
const people = connect(staff);

/** The calls of a flavour; they are the same for all. */
export const apiOf = (flavour: FlavourName) => api[flavour] as typeof api.plain;

export type Guest = Awaited<ReturnType<typeof api.guests.get.call>>;
export type Form = Awaited<ReturnType<typeof api.plain.form.get.call>>;
export type Application = Awaited<ReturnType<typeof api.plain.application.get.call>>;

/** Categories are a list of the institution's. */
export const { category: categories } = places;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadYears = (search: string, ids?: OptionId[]) => places.academic_year.all.call(question(search, ids));
export const loadCourses = async (search: string, ids?: OptionId[]) =>
  (await plans.course.all.call(question(search, ids))).map(({ id, title }) => ({ id, title }));
export const loadCountries = countryOptions((question) => places.country.list.call(question));
export const loadRegions = (search: string, ids?: OptionId[]) => places.state.all.call(question(search, ids));
export const loadCities = (search: string, ids?: OptionId[]) => places.city.all.call(question(search, ids));
export const loadCampaigns = (search: string, ids?: OptionId[]) =>
  plans.course_campaign.all.call(question(search, ids));
export const loadPlaces = (search: string, ids?: OptionId[]) => api.exam.place.all.call(question(search, ids));
export const loadSessions = (search: string, ids?: OptionId[]) => api.exam.session.all.call(question(search, ids));
export const loadVacancies = (search: string, ids?: OptionId[]) => people.vacancy.all.call(question(search, ids));

/** What was read before a change is old after it. */
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });

/** Today by the institution's clock, wherever the browser is. */
