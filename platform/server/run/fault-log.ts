/**
 * What a log may say of an error. Messages and details carry values: a database names the row that it refused, with
 * name, passport and phone; a mail server repeats what it was given. So a log has the kind, the codes, the names of
 * tables and rules, and the place; what was tried stands in the history, and the number that the person was shown leads
 * from one to the other.
 */
export interface Fault {
  type: string;
  /** Only what the language itself says, which holds names of the program and no values. */
  message: string;
  stack: string;
  cause?: Fault;
  [named: string]: unknown;
}

const named = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'status',
  'statusCode',
  'responseCode',
] as const;

const ofTheLanguage =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null) \(\w+ing '[\w$.]*'\)|[\w$.]+ is not (?:a function|a constructor|defined|iterable)|Maximum call stack size exceeded|Invalid (?:time value|array length|string length))$/;

/** `of` is an error; anything else that was thrown is named by its type alone. */
export function faultForLog(of: unknown, depth = 0): Fault {
  if (!(of instanceof Error)) return { type: typeof of, message: '', stack: '' };
  const message = ofTheLanguage.test(of.message) ? of.message : '';
  const fault: Fault = { type: of.name.replaceAll(/\W/g, ''), message, stack: placesOf(of) };
  for (const name of named) {
    const value = Reflect.get(of, name) as unknown;
    if (typeof value === 'number' || (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value))) fault[name] = value;
  }
  if (of.cause instanceof Error && depth < 4) fault.cause = faultForLog(of.cause, depth + 1);
  return fault;
}

/** Where it happened: the stack without the message, which may itself have lines that look like places. */
function placesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
    .slice(0, 12)
    .join('\n');
}

/** The same as text, for what is written beside the log. */
export function faultInWords(error: unknown): string {
  const { type, message, stack, cause, ...codes } = faultForLog(error);
  const told = Object.entries(codes).map(([name, value]) => `${name} ${value}`);
  const head = [type, message, ...told].filter(Boolean).join(', ');
  return [
    stack ? `${head}\n${stack}` : head,
    ...(cause ? [`caused by ${faultInWords((error as Error).cause)}`] : []),
  ].join('\n');
}

/** What Fastify's logger makes of what it is given. Addresses carry what people search for, so they are left out. */
export const logSerializers = {
  err: faultForLog,
  error: faultForLog,
  req: ({ method }: { method: string }) => ({ method }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};
