import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { fieldErrors, keepTyped, type RefusedPost, typedValue, typedValues } from "../../app/kit/refused-post";
import { typedCheck, typedId, typedLines, typedList, typedText, unknownIntent } from "../../app/kit/typed-fields";
import { type FormOptions, submit } from "../../app/shell/post.server";

const Shape = z.object({
  name: z.string({ error: "Enter a name." }),
  note: typedText,
  ids: typedList,
  on: typedCheck,
  password: typedText,
});

type ReceivedForm = { status: number; body: object };

/** The services as far as a form needs them: the store of files answers so. */
function services(received: ReceivedForm = { status: 201, body: { files: [], refused: [], fields: [] } }) {
  const form = vi.fn(async (_: { stream: { body: ReadableStream<Uint8Array>; type: string } }) => received);
  const file = vi.fn(async ({ params: { id } }: { params: { id: string } }) =>
    id === "kept" ? { status: 200, body: { id, name: "letter.pdf", bytes: 12 } } : { status: 404, body: {} },
  );
  return { form, file, api: { uploads: { form, file } } as never };
}

function request(body: URLSearchParams | FormData | ReadableStream<Uint8Array> | string, type?: string): Request {
  return new Request("http://here.invalid/", {
    ...{ method: "POST", body, duplex: "half" },
    ...(type ? { headers: { "content-type": type } } : {}),
  } as RequestInit);
}

async function posted<S extends z.ZodType>(
  shape: S,
  body: Parameters<typeof request>[0],
  options: FormOptions = {},
  { type, api = services().api }: { type?: string; api?: never } = {},
) {
  return submit({ request: request(body, type), api }, shape, options);
}

const dataOf = (answer: { data: RefusedPost }) => answer.data;
const statusOf = (answer: { init: ResponseInit | null }) => answer.init?.status;

describe("a refused form", () => {
  const body = new URLSearchParams("note=Call+back&note_2=&ids=3&ids=4&password=secret-word");

  test("comes back with everything that was typed, and what is wrong with each field (422)", async () => {
    const { submission, refuse } = await posted(Shape, body);
    expect(submission.status).toBe("error");
    const answer = refuse();
    expect(statusOf(answer)).toBe(422);
    expect(fieldErrors(dataOf(answer))).toEqual({ name: ["Enter a name."] });
    expect(typedValue(dataOf(answer), "note")).toBe("Call back");
    expect(typedValues(dataOf(answer), "ids")).toEqual(["3", "4"]);
    expect(keepTyped(dataOf(answer), { note: "", ids: [] as string[], on: true })).toEqual({
      ...{ note: "Call back", ids: ["3", "4"], on: false },
    });
  });

  test("tells an emptied field from one that it did not have", async () => {
    const { refuse } = await posted(Shape, new URLSearchParams("name=Asha&note="));
    const last = dataOf(refuse({ message: "No." }));
    expect(keepTyped(last, { note: "stored", password: "stored" })).toEqual({ note: "", password: "stored" });
    expect(keepTyped(undefined, { note: "stored" })).toEqual({ note: "stored" });
  });

  test("never gives a secret back: not when it does not parse, not when it is refused, not when it stays", async () => {
    for (const fields of ["name=Asha&password=secret-word", "password=secret-word"]) {
      const { refuse, stay } = await posted(Shape, new URLSearchParams(fields), { secret: ["password"] });
      for (const answer of [refuse(), refuse({ message: "No.", errors: { password: ["Wrong."] } }), stay()])
        expect(JSON.stringify(answer)).not.toContain("secret-word");
    }
  });

  test("never gives a secret inside a group of fields back", async () => {
    const Mail = z.object({ imap: z.object({ host: typedText, password: typedText }) });
    const { refuse } = await posted(Mail, new URLSearchParams("imap.host=mail.test&imap.password=secret-word"), {
      secret: ["imap.password"],
    });
    const last = dataOf(refuse({ message: "No." }));
    expect(typedValue(last, "imap.host")).toBe("mail.test");
    expect(JSON.stringify(last)).not.toContain("secret-word");
  });

  test.each([
    [400, 422],
    [404, 422],
    [406, 422],
    [409, 409],
    [429, 429],
    [500, 503],
    [503, 503],
  ])("a service's %i is answered with %i, with its words as a warning", async (status, answered) => {
    const { refuse } = await posted(Shape, new URLSearchParams("name=Asha"));
    const answer = refuse({ status, message: "Not now." });
    expect(statusOf(answer)).toBe(answered);
    expect(dataOf(answer).notice).toEqual({ level: "warning", title: "Warning", message: "Not now." });
  });

  test("says what the page adds", async () => {
    const { refuse, stay } = await posted(Shape, new URLSearchParams("name=Asha"));
    expect(refuse({ message: "No." }, { conflicts: [1] }).data).toMatchObject({ conflicts: [1] });
    expect(stay({ whatIf: 2 }).data).toMatchObject({ whatIf: 2, reply: { initialValue: { name: "Asha" } } });
  });
});

describe("a form with files", () => {
  const multipart = "multipart/form-data; boundary=B";
  const files = [{ id: "new", name: "photo.png", bytes: 5 }];

  test("goes on to the store as it arrives, never read whole", async () => {
    const { form, api } = services({ status: 201, body: { files, refused: [], fields: [["name", "Asha\r\nO."]] } });
    // A body without an end: who read it whole would not come back.
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(10)) });
    const { submission, files: kept } = await posted(Shape, endless, { files: "chat" }, { type: multipart, api });
    expect(form.mock.calls[0]?.[0].stream.type).toBe(multipart);
    expect(submission).toMatchObject({ status: "success", value: { name: "Asha\nO." } });
    expect(kept).toEqual(files);
  });

  test("keeps the files of an earlier post, and comes back with all of them", async () => {
    const fields = [
      ["note", "Hello"],
      ["file_id", "kept"],
      ["file_id", "somebody-else's"],
    ];
    const { api } = services({ status: 201, body: { files, refused: [], fields } });
    const { refuse } = await posted(Shape, "x", { files: "chat" }, { type: multipart, api });
    expect(dataOf(refuse()).files).toEqual([{ id: "kept", name: "letter.pdf", bytes: 12 }, ...files]);
    expect(typedValue(dataOf(refuse()), "note")).toBe("Hello");
  });

  test("a file that was not taken is said at its field, and nothing typed is lost", async () => {
    const refused = [{ name: "film.mov", message: "Too large." }];
    const { api } = services({ status: 201, body: { files, refused, fields: [["name", "Asha"]] } });
    const { refuse, fileProblem } = await posted(Shape, "x", { files: "chat" }, { type: multipart, api });
    expect(fileProblem?.message).toBe("film.mov: Too large.");
    expect(fieldErrors(dataOf(refuse()))).toEqual({ files: ["film.mov: Too large."] });
    expect(typedValue(dataOf(refuse()), "name")).toBe("Asha");
    expect(dataOf(refuse()).files).toEqual(files);
  });

  test.each([
    [422, 422],
    [413, 413],
    [503, 503],
  ])("one that the store refuses with %i is refused in words with %i", async (status, answered) => {
    const { api } = services({ status, body: { message: "The upload did not arrive whole." } });
    const { refuse } = await posted(Shape, "x", { files: "chat" }, { type: multipart, api });
    expect(statusOf(refuse())).toBe(answered);
    expect(fieldErrors(dataOf(refuse())).files).toEqual(["The upload did not arrive whole."]);
  });

  test("one with fields that no form has is 400", async () => {
    const { api } = services({ status: 400, body: { message: "This form has fields that no form here has." } });
    const thrown = await posted(Shape, "x", { files: "chat" }, { type: multipart, api }).catch((error) => error);
    expect(thrown).toMatchObject({ status: 400 });
  });

  test("around one file that a service takes itself is not read at all", async () => {
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(10)) });
    const { stream, submission } = await posted(
      z.object({ rows: typedText }),
      endless,
      { streamed: true },
      {
        type: multipart,
      },
    );
    expect(stream?.type).toBe(multipart);
    expect(submission.status).toBe("success");
    expect(
      (await posted(z.object({ rows: typedText }), new URLSearchParams("rows=1"), { streamed: true })).stream,
    ).toBe(undefined);
  });
});

describe("what no form of ours can be", () => {
  const multipart = { type: "multipart/form-data; boundary=B" };
  const part = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';

  test.each([
    ["a part without an end", part, 400],
    ["1,001 parts", `${part.repeat(1_001)}--B--\r\n`, 400],
    ["a name as deep as a well", `${part.replace('"a"', `"${"a.".repeat(20)}a"`)}--B--\r\n`, 400],
    ["a name of the form library", `${part.replace('"a"', '"__intent__"')}--B--\r\n`, 400],
    ["more than a megabyte", `${part.replace("1", "1".repeat(1_100_000))}--B--\r\n`, 413],
  ])("%s is answered in words", async (_, body, status) => {
    const thrown = await posted(Shape, body, {}, multipart).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status });
    expect(await (thrown as Response).text()).not.toBe("");
  });

  test("a long form that is longer still is refused at its field", async () => {
    const long = { maxBytes: 100, field: "rows", message: "At most 30 characters." };
    const Rows = z.object({ rows: typedText });
    expect((await posted(Rows, new URLSearchParams({ rows: "a\tb" }), { long })).submission).toMatchObject({
      value: { rows: "a\tb" },
    });
    const { refuse } = await posted(Rows, new URLSearchParams({ rows: "x".repeat(200) }), { long });
    expect(statusOf(refuse())).toBe(413);
    expect(fieldErrors(dataOf(refuse()))).toEqual({ rows: ["At most 30 characters."] });
  });
});

describe("fields as they are typed", () => {
  test("of a row are found by their name", async () => {
    const Rows = z.object({ rows: z.array(z.object({ field: typedText })).default([]) });
    const { refuse } = await posted(Rows, new URLSearchParams("rows[0].field=a&rows[1].field=&rows[2].field=c"));
    const last = dataOf(refuse({ message: "No." }));
    expect([0, 1, 2, 3].map((at) => typedValue(last, `rows[${at}].field`))).toEqual(["a", "", "c", undefined]);
  });

  test("are read by what they are", () => {
    expect(typedId.parse("12")).toBe(12);
    expect(["", "x", "-1", "1.5", "1e400"].map((text) => typedId.parse(text))).toEqual([0, 0, 0, 0, 0]);
    expect(typedLines.parse(" a \n\n b\r\n")).toEqual(["a", "b"]);
    expect(typedList.parse(["", "a"])).toEqual(["a"]);
    expect([typedCheck.parse(undefined), typedCheck.parse("on"), typedCheck.parse("1")]).toEqual([false, true, true]);
  });

  test("a button that no form has is refused in words", async () => {
    const Forms = z.discriminatedUnion("intent", [z.object({ intent: z.literal("save") })], unknownIntent);
    for (const body of ["", "intent=drop", "intent=save&intent=save"]) {
      const { refuse, submission } = await posted(Forms, new URLSearchParams(body));
      expect(submission.status).toBe("error");
      expect(Object.values(fieldErrors(dataOf(refuse()))).flat().length).toBeGreaterThan(0);
    }
  });
});
