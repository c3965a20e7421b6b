/** Who answered a call that the system placed, as far as the exchange can tell. Unknown counts as a person. */
export type AnsweredBy = "person" | "machine" | "unknown";

/**
 * What follows when an answering machine takes a call: nothing, as if a person had; the call ends and the number is
 * called again as if no one had answered; or what is to be said is left on it.
 */
export const machineActions = ["off", "hang_up", "leave_message"] as const;
export type MachineAction = (typeof machineActions)[number];

/** A call for an agent has nothing to leave. */
export const listMachineActions = ["off", "hang_up"] as const satisfies readonly MachineAction[];
export type ListMachineAction = (typeof listMachineActions)[number];
