/** Why someone gets no template: what is kept with a recipient, and told to other services. */
export const leftOutReasons = { blacklist: "On the blacklist", marketing: "Wants no marketing on WhatsApp" } as const;

/** Whether the reason is that they have opted out. */
export function isOptOut(reason: string): boolean {
  return reason === leftOutReasons.blacklist || reason === leftOutReasons.marketing;
}
