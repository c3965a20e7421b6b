import { join } from "node:path";
import { type DestinationStream, destination, type LogFn, type Logger, pino, stdTimeFunctions } from "pino";
import { redactText, redactValue } from "./redact";

export type Log = Logger;

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/**
 * One JSON line per event on standard output. Everything is masked before it is written, by name (password, token,
 * phone) and by shape (+2547…, 07…, bearer …): the object, the words and what is set into them, errors with their
 * stacks and causes, and the bindings of every child.
 */
export function createLog(options: { level: LogLevel; to?: DestinationStream; name?: string }): Log {
  const log = pino(
    {
      level: options.level,
      base: options.name === undefined ? {} : { name: options.name },
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: maskObject,
        bindings: maskObject,
      },
      // Plain and masked already by the time it comes here; pino's own would look inside once more and rename it.
      serializers: { err: (plain: unknown) => plain },
      hooks: { logMethod: maskArguments },
    },
    options.to ?? destination(1),
  );
  // pino formats the bindings of the first logger only. Children inherit this function, so theirs are masked too.
  const { child } = log;
  log.child = function masked(this: Log, bindings, settings) {
    return child.call(this, maskObject(bindings), settings);
  } as Log["child"];
  return log;
}

/** The log of one request: every line carries its id, which also travels into the services. */
export function logFor(log: Log, requestId: string): Log {
  return log.child({ requestId });
}

/** pino takes an error's message for the line's words when there are none: put the masked one there first. */
function maskArguments(this: Log, given: Parameters<LogFn>, write: LogFn): void {
  const [first, words, ...rest]: unknown[] = given;
  const masked = typeof first === "string" ? given.map((one) => redactValue(one)) : [first];
  if (typeof first !== "string") {
    const error = typeof first === "object" && first !== null && "err" in first ? first.err : first;
    if (first instanceof Error) masked[0] = { err: first };
    const message = words === undefined && error instanceof Error ? error.message : words;
    if (typeof message === "string") masked.push(redactText(message), ...rest.map((one) => redactValue(one)));
  }
  write.apply(this, masked as Parameters<LogFn>);
}

function maskObject(object: object): Record<string, unknown> {
  const copy = redactValue(object);
  return typeof copy === "object" && copy !== null ? { ...copy } : {};
}

/** The demo's log stands beside its data: the terminal is for people. */
export function logFile(dataDir: string): DestinationStream {
  return destination({ dest: join(dataDir, "jibu.log"), mkdir: true, sync: false });
}
