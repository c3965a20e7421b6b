import { expect, test } from "vitest";
import { DeleteConfirm } from "../../app/kit/delete-confirm";
import { redirectOldQuery } from "../../app/kit/old-query.server";
import { PostResult } from "../../app/kit/post-result";
import { attribute, render, tag } from "./render";

const notice = { level: "warning" as const, title: "Warning", message: "The server said no." };
const last = { reply: { error: { name: ["Enter a name."], "actions.0.words": ["Too long."] } }, notice };

test("the summary leads to the fields, can take the focus, and says what no field shows", async () => {
  const html = await render(<PostResult last={last} idOf={(name) => (name === "name" ? "rule-name" : undefined)} />);
  expect(attribute(tag(html, "<div", 'role="alert"'), "tabindex")).toBe("-1");
  expect(html).toContain("There are 2 problems");
  expect(html).toMatch(/<a[^>]*href="#rule-name"[^>]*>Enter a name\.<\/a>/);
  expect(html).toContain("Too long.");
  expect(html.match(/<a[^>]*href="#/g)).toHaveLength(1);
  expect(html).not.toContain("The server said no.");
});

test("a form without a place for errors says the first one as a notice", async () => {
  const html = await render(<PostResult last={{ reply: last.reply }} />);
  expect(html).toContain("Enter a name.");
  expect(html).not.toContain('href="#');
  expect(await render(<PostResult last={last} />)).toContain("The server said no.");
});

test("a deletion says what will be lost, is one plain post, and has a way out", async () => {
  const page = (disabledReason?: string) => (
    <DeleteConfirm
      title="Delete Borrowers?"
      text="A deleted group cannot be restored."
      facts={[{ label: "In it", value: "12 contacts" }]}
      submitLabel="Delete the group"
      disabledReason={disabledReason}
      back={{ label: "Groups", to: "/contacts/contact-group" }}
      last={undefined}
    />
  );
  const html = await render(page());
  expect(attribute(tag(html, "<form"), "method")).toBe("post");
  for (const text of ["Delete Borrowers?", "12 contacts", "Delete the group", "Keep it"]) expect(html).toContain(text);
  expect(html.match(/type="submit"/g)).toHaveLength(1);
  expect(await render(page("People have this role."))).toContain("People have this role.");
});

test("a link from before a drawer had a URL leads to it", () => {
  const pages = { edit: (id: string) => `/chat/settings/trigger/${id}` };
  const lead = (query: string) => {
    try {
      redirectOldQuery(new URL(`http://here.invalid/chat/settings/trigger${query}`), pages);
    } catch (thrown) {
      return (thrown as Response).headers.get("location");
    }
  };
  expect(lead("?edit=new")).toBe("/chat/settings/trigger/new");
  expect(lead("?try=1")).toBeUndefined();
  expect(lead("?edit=")).toBeUndefined();
});
