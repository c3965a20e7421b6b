/** The subject of a notice of several records that were given to a person. */
export const givenTo = (user: string) => `to ${user}`;

/** The page of one record; of several the list of whoever has them now, in the order of `sort`: those given last first. */
export function givenPath(list: string, record: string, subject: string, sort = "-active"): string {
  if (subject.startsWith("to ")) {
    const query = new URLSearchParams({ sales_manager: subject.slice(3), sort });
    return `${list}${list.includes("?") ? "&" : "?"}${query}`;
  }
  return subject === "" ? list : `${record}/${subject}`;
}
