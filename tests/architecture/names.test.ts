import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folders = ["app", "services", "front", "rules", "sandbox", "demo", "widget"];

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/** Words that an engineer new to the code can't look up, and the term of the field to write instead. */
const coined: readonly [RegExp, string][] = [
  [/^(Asked|Asking|asking)$/, "CallContext, PageQuery"],
  [/^(Surroundings)$/, "ServeOptions"],
  [/^(Hearer|Whisper|whisper)$/, "Subscriber, TransientEvent"],
  [/^(Whom)$/, "DataSubject"],
  [/^(Overtaken|Unwritable|Unmoved|LostHold)$/, "WriteConflict, PermanentWriteError, ConflictError, LeaseLost"],
  [/^most[A-Z]\w*$/, "max…"],
  [/^(moods|Moods)$/, "behaviour"],
  [/^(toRight|cardOrder)$/, "alignEnd, mobileOrder"],
  [/^(ways?|wayIn|Way\w*|\w+Ways?)$/, "channel, contact point"],
  [/^(standing|\w*Standing\w*)$/, "account status, suspension, conversation state"],
  [/^(wanted|Wanted\w*)$/, "preferred agent, requested products"],
];

/** An exported name of a type, or of a function or value. */
const exported = /^export (?:async )?(type|class|interface|const|function\*?) (\w+)/gm;

const found = folders.flatMap(filesIn).flatMap((file) =>
  [...readFileSync(join(root, file), "utf8").matchAll(exported)].map(([, kind = "", name = ""]) => ({
    file,
    name,
    isType: /^(type|class|interface)$/.test(kind),
  })),
);

test("an exported type has a name that is found at once: no name stands in more than two files", () => {
  const files = new Map<string, Set<string>>();
  for (const { file, name, isType } of found) if (isType) files.set(name, (files.get(name) ?? new Set()).add(file));
  expect([...files].filter(([, where]) => where.size > 2).map(([name, where]) => [name, ...where])).toEqual([]);
});

/** A type is a noun that says what it holds. */
const bare = new RegExp(
  `^(${[
    ...["About", "Added", "Asked", "Asking", "Begun", "Bound", "Bought", "Changed", "Changing", "Chosen", "Composing"],
    ...["Connecting", "Counted", "Drawing", "Drawn", "Due", "Ended", "Filtered", "Found", "Fresh", "From", "Given"],
    ...["Going", "Gone", "Hearing", "Held", "Kept", "Known", "Leading", "Left", "Loaded", "Look", "Looking", "Made"],
    ...["Meaning", "Merged", "Missing", "Moved", "Named", "Now", "Offered", "Open", "Opened", "Other", "Others", "Own"],
    ...["Parked", "Posted", "Prepared", "Read", "Reading", "Received", "Refused", "Remembered", "Running", "Said"],
    ...["Saving", "Seen", "Sending", "Sent", "Served", "Settled", "Shared", "Shown", "Signed", "Standing", "Stored"],
    ...["Taken", "Talk", "Telling", "Told", "Typed", "Waiting", "Wanted", "Watching", "Way", "Whole", "Whose", "Wish"],
    ...["Writing", "Written"],
  ].join("|")})$`,
);

test("no type, exported or not, is called by a participle or an adjective alone", () => {
  const declared = /^ *(?:export )?(?:type|class|interface) (\w+)/gm;
  const wrong = [...folders, "scripts", "tests"]
    .flatMap(filesIn)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(declared)].map(([, name = ""]) => ({ file, name })),
    )
    .filter(({ name }) => bare.test(name));
  expect(wrong).toEqual([]);
});

test("exported names are the field's terms", () => {
  const wrong = found.flatMap(({ file, name }) => {
    const term = coined.find(([word]) => word.test(name))?.[1];
    return term ? [`${file}: ${name}; write ${term}`] : [];
  });
  expect(wrong).toEqual([]);
});

test("a function that waits for the database, the network or a file begins with a verb", () => {
  const waits = /\basync function\*? (\w+Of)\b|\bconst (\w+Of) = async\b/g;
  const wrong = folders
    .flatMap(filesIn)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(waits)].map(([, one, other]) => `${file}: ${one ?? other}`),
    );
  expect(wrong).toEqual([]);
});

test("columns are called by the field's terms", () => {
  const tables = readFileSync(join(root, "services", "tables.ts"), "utf8");
  expect(
    [...tables.matchAll(/^ {2}(way|ways|wanted|standing|disposition_words): /gm)].map(([, column]) => column),
  ).toEqual([]);
});

/** Other modules import these of the networks' services. */
const stillOf = new Set(["secretsOf", "hostsOf", "policyOf", "addressOf", "threadOf"]);

test("a pure function of chat, tickets and the networks is a noun and does not end in Of", () => {
  const wrong = ["app/chat", "app/ticketing", "services/chat", "services/social", "services/ticketing"]
    .flatMap(filesIn)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\b(?:function\*?|const) (\w+Of)\b/g)]
        .filter(([, name = ""]) => !stillOf.has(name))
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

test("no exported function ends in Of", () => {
  const wrong = ["app", "demo", "front", "rules", "sandbox", "services", "widget"]
    .flatMap(filesIn)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/^export (?:async )?(?:function\*?|const) (\w+Of)\b/gm)].map(
        ([, name]) => `${file}: ${name}`,
      ),
    );
  expect(wrong).toEqual([]);
});
