import { Status } from "../../kit/ui/status";

/** Whether calls follow a flow, and whether they follow it as it is written now. */
export function FlowStatus({ live, changed }: { live: boolean; changed: boolean }) {
  if (!live) return <Status kind="none">Off</Status>;
  return changed ? <Status kind="warn">On, changed since</Status> : <Status kind="good">On</Status>;
}
