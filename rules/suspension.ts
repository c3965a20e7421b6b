/** What the people of a suspended account are told, wherever something is refused. `why` may be empty. */
export function suspendedWords(why: string): string {
  const because = why ? `: ${why.replace(/\.$/, "")}` : "";
  return `This account is suspended${because}. Nothing is sent, bought or changed until that is lifted.`;
}
