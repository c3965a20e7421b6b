import type { KeptFile } from "../../kit/file-upload";
import { askCanned } from "../inbox/live-api";

/** Counts the use of a canned reply; gives copies of its files that this person may send. None when that failed. */
export async function takeCanned(id: number): Promise<KeptFile[]> {
  try {
    const response = await askCanned(id);
    if (!response.ok) return [];
    return ((await response.json()) as { files?: KeptFile[] }).files ?? [];
  } catch {
    return [];
  }
}
