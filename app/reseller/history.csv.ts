// /reseller/history.csv - what was sent for child accounts
import { csv } from "../kit/csv.server";
import { sends } from "./sends.list";

export const loader = csv("/reseller/history.csv", sends);
