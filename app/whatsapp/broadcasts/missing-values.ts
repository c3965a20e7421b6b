type Refusal = { status: number; message: string; errors?: Record<string, string[]> | undefined };

/** What is missing of the values of a message is marked on the page of the draft: the page that confirms it says so. */
export function sayWhereValuesAre(body: Refusal): Refusal {
  if (!Object.keys(body.errors ?? {}).some((name) => name.startsWith("mapping."))) return body;
  return { status: body.status, message: "A value of the message has no source yet. Press Change beside the message." };
}
