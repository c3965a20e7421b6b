import { z } from "zod";
import { commas } from "../../../rules/format";
import { typedText } from "../typed-fields";
import { maxPasted } from "./upload-limits";

const tooMuch = `At most ${commas(maxPasted)} characters can be pasted. Save the rows as a file and upload that.`;

/** The form of rows that were pasted in place of a file. */
export const PastedRows = z.object({ rows: typedText.refine((rows) => rows.length <= maxPasted, tooMuch) });

/**
 * How the form is read: a file goes on to the service as it arrives; only pasted rows, which are short, are read.
 * Percent-encoding makes a character up to nine times as long.
 */
export const fileOrRows = {
  streamed: true,
  long: { maxBytes: maxPasted * 3, field: "rows", message: tooMuch },
} as const;
