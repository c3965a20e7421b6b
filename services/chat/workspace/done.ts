/** The answer to a change of which there is nothing more to say. */
export function done(message: string) {
  return { status: 201 as const, body: { status: 201, message } };
}
