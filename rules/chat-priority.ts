/** How urgent a conversation is, the least urgent first. The place in this list is what is stored. */
export const chatPriorities = ["low", "normal", "high", "urgent"] as const;
export type ChatPriority = (typeof chatPriorities)[number];

export const chatPriorityNames: Record<ChatPriority, string> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  urgent: "Urgent",
};

/** Higher is more urgent. */
export function priorityRank(priority: ChatPriority): number {
  return chatPriorities.indexOf(priority);
}

/** The priority that is stored as this number. */
export function priorityAt(rank: number): ChatPriority {
  return chatPriorities[rank] ?? "normal";
}
