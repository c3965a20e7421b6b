import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../services/kit/database";
import { fillDemo } from "./fill";
import type { FillJob } from "./fill.apart";

const { url } = workerData as FillJob;
const database = openDatabase(url, { max: 3 });
try {
  await fillDemo(database, (line) => parentPort?.postMessage(line));
} finally {
  await database.close();
}
