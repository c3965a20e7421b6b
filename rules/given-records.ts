/** The subject of a notice of several records that were given to a person. */
export const givenTo = (user: string) => `to ${user}`;

/** "Amina gave you a lead: Acacia"; `one`: with its article; `by`: "" where it is not known. */
export function oneGivenWords(one: string, name: string, by: string): string {
  return by ? `${by} gave you ${one}: ${name}` : `${one[0]?.toUpperCase()}${one.slice(1)} was given to you: ${name}`;
}

/** "12 leads were given to you by Amina." `many`: what they are, such as "leads of fair.csv". */
export function manyGivenWords(count: number, many: string, by: string): string {
  return `${count} ${many} ${count === 1 ? "was" : "were"} given to you${by ? ` by ${by}` : ""}.`;
}

/** The page of one record; of several the list of whoever has them now, in the order of `sort`: those given last first. */
export function givenPath(list: string, record: string, subject: string, sort = "-active"): string {
  if (subject.startsWith("to ")) {
    const query = new URLSearchParams({ sales_manager: subject.slice(3), sort });
    return `${list}${list.includes("?") ? "&" : "?"}${query}`;
  }
  return subject === "" ? list : `${record}/${subject}`;
}
