/** The ID of a field of the first message, for its error. */
export function startFieldId(name: string): string | undefined {
  return name === "message" ? "first-message" : undefined;
}

/** The ID of the field of the drawer for snoozing that a fault is of. */
export function snoozeFieldId(name: string): string {
  return name === "time" || name === "when" ? `snooze-${name}` : "snooze-date";
}
