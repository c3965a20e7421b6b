// /reseller/outboxes.csv - the messages of a blast that was sent for a child account
import { csv } from "../kit/csv.server";
import { outbox } from "./outbox.list";

export const loader = csv("/reseller/outboxes.csv", outbox);
