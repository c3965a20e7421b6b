import { useForm } from "@conform-to/react";
import { expect, test } from "vitest";
import { FormDrawer } from "../../app/kit/form-drawer";
import { attribute, render, tag } from "./render";

const notice = { level: "warning" as const, title: "Warning", message: "The server said no." };

function Page({ errors, always }: { errors?: Record<string, string[]>; always?: true }) {
  const [form] = useForm({ id: "new-group" });
  const last = { reply: errors ? { error: errors } : {}, notice, ...(always ? { always } : {}) };
  return (
    <FormDrawer
      title="New group"
      close="/contacts/contact-group?page=2"
      submitLabel="Create group"
      form={form}
      last={last}
    >
      <input name="name" />
    </FormDrawer>
  );
}

test("a drawer with a form: its button stands in the foot and sends it, Cancel and Close go back", async () => {
  const html = await render(<Page />);
  const form = tag(html, "<form", 'id="new-group"');
  expect(attribute(form, "method")).toBe("post");
  expect(html).toMatch(/<footer.*<button[^>]*form="new-group"[^>]*type="submit"[^>]*>.*Create group/);
  expect(html.match(/href="\/contacts\/contact-group\?page=2"/g)).toHaveLength(2);
  expect(html.indexOf("</form>")).toBeLessThan(html.indexOf("<footer"));
});

test("a refusal is said once: by its field, or where no field says it by a notice", async () => {
  expect(await render(<Page />)).toContain("The server said no.");
  expect(await render(<Page errors={{ name: ["Give it a name."] }} />)).not.toContain("The server said no.");
});

test("R146: what the specification wants said is said beside its field too", async () => {
  expect(await render(<Page errors={{ name: ["Give it a name."] }} always />)).toContain("The server said no.");
});
