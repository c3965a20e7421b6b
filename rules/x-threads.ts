/** What begins the customer's id in a thread of X: in direct messages it is the user's own id. */
export const threadPrefix = "thread:";

/** One thread with one person is one conversation: the id by which the inbox knows it. */
export function threadId(conversation: string, user: string): string {
  return `${threadPrefix}${conversation}:${user}`;
}

/** Whether a customer's id on X is that of a public thread. */
export function isThread(external_id: string): boolean {
  return external_id.startsWith(threadPrefix);
}

/** The user behind a customer's id on X. */
export function userIn(external_id: string): string {
  return isThread(external_id) ? (external_id.split(":")[2] ?? "") : external_id;
}
