/** The colours that a label of conversations may have, and what each is called. */
export const labelColours = {
  grey: "Grey",
  green: "Green",
  blue: "Blue",
  amber: "Amber",
  red: "Red",
  violet: "Violet",
} as const;
export type LabelColour = keyof typeof labelColours;

export const labelColourNames = Object.keys(labelColours) as [LabelColour, ...LabelColour[]];

/** Labels of one account, archived ones counted, and labels of one conversation. */
export const maxLabels = 200;
export const maxContactLabels = 20;
