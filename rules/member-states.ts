/** What a person of an account is: at work, not yet come, or no longer there. */
export const memberStates = ["active", "invited", "removed"] as const;
