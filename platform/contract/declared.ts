import type { commonErrors } from './errors.ts';

/**
 * What domains declare, gathered for the compiler: each adds its own here (`declare module`), so that a permission or an
 * error code that nobody declares is a mistake of types wherever it is written.
 */
// biome-ignore lint/suspicious/noEmptyInterface: domains fill it
export interface DeclaredPermissions {}
export interface DeclaredErrors {
  platform: typeof commonErrors;
}
/** Faults of one field that are no refusals of their own: the call answers BAD_REQUEST. Their texts are messages of that name. */
export interface DeclaredFaults {
  platform: 'form_required';
}

type NamesIn<T> = { [D in keyof T]: keyof T[D] }[keyof T] & string;
export type PermissionName = NamesIn<DeclaredPermissions>;
export type ErrorCode = NamesIn<DeclaredErrors>;
export type FieldFaultCode = DeclaredFaults[keyof DeclaredFaults];
