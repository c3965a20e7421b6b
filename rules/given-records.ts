/** The subject of a notice of several records that were given to a person. */
export const givenTo = (user: string) => `to ${user}`;

/** The page of one record; of several the list of whoever has them now, those that were given last first. */
export function givenPath(list: string, record: string, subject: string): string {
  if (subject.startsWith("to ")) {
    const query = new URLSearchParams({ sales_manager: subject.slice(3), sort: "-active" });
    return `${list}${list.includes("?") ? "&" : "?"}${query}`;
  }
  return subject === "" ? list : `${record}/${subject}`;
}
