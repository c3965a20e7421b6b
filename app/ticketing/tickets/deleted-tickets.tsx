import { useLocation } from "@remix-run/react";
import { href } from "../../href";
import { UndoStrip } from "../../kit/lists/undo-strip";

const deleted = {
  name: "delete",
  told: (count: string) => `${count} deleted. For 30 days the Deleted filter finds them.`,
  undo: {},
};

/** The tickets that were just deleted, and the way back: on the lists of tickets and on the dashboard. */
export function DeletedTickets({ working }: { working: boolean }) {
  const { pathname } = useLocation();
  const bulkPath = href("/ticketing/tickets/bulk");
  return <UndoStrip {...{ path: pathname, bulkPath, working }} actions={[deleted]} noun={["ticket", "tickets"]} />;
}
