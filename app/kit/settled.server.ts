type Answered = { status: number; body: unknown };
type Good<A extends Answered> = Extract<A, { status: 200 }>["body"];

/** The answer, or undefined when it is a refusal or there is none. What the shell throws (sign in first) goes on. */
export async function settled<A extends Answered>(asked: Promise<A> | undefined): Promise<Good<A> | undefined> {
  if (!asked) return undefined;
  try {
    const answer = await asked;
    return answer.status === 200 ? (answer.body as Good<A>) : undefined;
  } catch (error) {
    if (error instanceof Response) throw error;
    return undefined;
  }
}
