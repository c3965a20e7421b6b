import { expect, test } from "vitest";
import { TemplateDrawer } from "../../app/chat/inbox/template-drawer";
import type { RefusedPost } from "../../app/kit/refused-post";
import type { Template } from "../../services/whatsapp/contract.templates";
import { render } from "./render";

const template: Template = {
  ...{ id: 1001, business_id: "b", name: "weekend_offer", language: "en" },
  category: "MARKETING",
  status: "approved",
  ...{ components: [{ type: "BODY", text: "Hello {{1}}, this weekend" }], reason: "", quality: "", unusable: "" },
  ...{ created_by: "", created_at: "", told_at: "" },
  sample: null,
};
const url = "/chat/inbox?chat=53&drawer=template&template=1001";

function draw(cents: number, last?: RefusedPost) {
  const given = { chosen: 1001, name: "Felix Gathoni", requestId: "fresh", close: "/chat/inbox?chat=53" };
  return render(<TemplateDrawer {...given} templates={[{ ...template, cents }]} last={last} working={false} />, url);
}

test("what a template costs is read before it is sent; one that costs nothing says nothing", async () => {
  expect(await draw(450)).toContain("Costs KES 4.50.");
  expect(await draw(0)).not.toContain("Costs");
});

test("what was refused comes back as it was typed, under the same request", async () => {
  const typed = { intent: "template", request_id: "first", values: ["Felix the Great"] };
  const fields = ["intent", "request_id", "values[0]"];
  const html = await draw(450, { reply: { status: "error", initialValue: typed, fields } });
  expect(html).toContain('value="Felix the Great"');
  expect(html).toContain('name="request_id" value="first"');
  // The answer to the form shows the drawer, not the conversation alone.
  expect(html).toContain('action="/chat/inbox?chat=53&amp;drawer=template&amp;template=1001"');
});
