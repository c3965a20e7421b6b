/** How someone can be reached. */
export const pointKinds = ["phone", "email"] as const;
export type PointKind = (typeof pointKinds)[number];

export const pointKindNames: Record<PointKind, string> = { phone: "phone number", email: "email address" };

/** Which of their numbers or addresses one is. */
export const pointLabels = ["Mobile", "Work", "Home", "Other"] as const;
export type PointLabel = (typeof pointLabels)[number];

/** The label of one that nobody has labelled. */
export const unlabelled = "Other" satisfies PointLabel;

/** The kinds of records that have further numbers and addresses; a deal has those of its contact. */
export const pointRecordKinds = ["lead", "contact"] as const;

/** Further numbers and addresses of one record. A merge may bring more: it leaves none out. */
export const maxPoints = 20;

/** What a number or an address is compared and found by. */
export function pointKey(value: string): string {
  return value.toLowerCase();
}
