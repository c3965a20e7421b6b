/** The keys of the inbox, as they are listed. */
export const inboxKeys: [keys: string[], label: string][] = [
  [["j"], "Next conversation"],
  [["k"], "Conversation before"],
  [["Enter"], "Open it"],
  [["/"], "Search"],
  [["t"], "Take a waiting conversation (Enter confirms)"],
  [["r"], "Reply"],
  [["n"], "Private note"],
  [["Ctrl", "Enter"], "Send"],
  [["/", "word"], "Canned reply while writing"],
  [["e"], "End the conversation (Enter confirms)"],
  [["1", "…", "9"], "Choose a disposition (Enter saves)"],
  [["d"], "Details"],
  [["Esc"], "Out of a field, then one step back"],
  [["?"], "This list"],
];
