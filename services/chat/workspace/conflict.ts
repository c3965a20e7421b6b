/** Somebody else was faster, or it can't be done: the status that the call answers with, and why in words. */
export class ConflictError extends Error {
  constructor(
    readonly status: 406 | 409,
    message: string,
  ) {
    super(message);
  }
}

type Refusal<S extends 406 | 409> = { status: S; body: { status: number; message: string } };

/** What could not be done as its documented answer; anything else goes on up. */
export async function asConflictAnswer<T>(work: Promise<T>): Promise<T | Refusal<406> | Refusal<409>> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const body = { status: error.status, message: error.message };
    return error.status === 409 ? { status: 409, body } : { status: 406, body };
  }
}

/** The same for calls that document a 406 and no 409. */
export async function asNotAcceptableAnswer<T>(work: Promise<T>): Promise<T | Refusal<406>> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return { status: 406, body: { status: 406, message: error.message } };
  }
}
