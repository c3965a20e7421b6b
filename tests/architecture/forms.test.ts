import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: `app/${file}`, text: readFileSync(`app/${file}`, "utf8") }));

/** Actions that read their request themselves: what is posted there is no form of a page. */
const readThemselves = {
  "app/chat/inbox.canned.ts": "JSON for the composer: a canned reply was used",
  "app/chat/inbox.live.ts": "JSON for the inbox: sending, typing, reading",
  "app/files/index.ts": "JSON for a file field: files are kept while a form is filled in",
  "app/phone/index.ts": "JSON for the phone in the frame: what became of a call",
  "app/phone/recordings.ts": "the recording of a call, passed on as it arrives",
};

test("every form is an act; receive is for what is no form", () => {
  const receiving = sources
    .filter(({ file, text }) => file !== "app/shell/page.server.ts" && /\breceive\(/.test(text))
    .map(({ file }) => file);
  expect(receiving.sort()).toEqual(Object.keys(readThemselves));
});

test("what a form posts is described by a shape: no action takes a request apart", () => {
  const readers = sources.filter(({ text }) => /\brequest\.(formData|text|json|arrayBuffer)\(/.test(text));
  expect(readers).toEqual([]);
});
