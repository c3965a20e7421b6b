import { expect, test } from "vitest";
import type { Block } from "../../rules/email-blocks";
import { compileEmail } from "../../services/email/templates/compile";
import { filler } from "../../services/email/templates/fill";

const email = (blocks: Block[], more = {}) => ({
  subject: "Hello {{first_name|there}}",
  preheader: "",
  blocks,
  text: "",
  ...more,
});

test("an e-mail has its words in HTML and in plain text, filled for each reader", async () => {
  const blocks: Block[] = [
    { kind: "heading", text: "Offers in {{town}}" },
    {
      kind: "text",
      text: "Dear {{first_name|customer}},\n\n**Ten per cent** off, [see them](https://shop.test/?town={{town}}).",
    },
    { kind: "button", label: "Shop", link: "https://shop.test/" },
    { kind: "columns", left: "Left", right: "Right" },
    { kind: "divider" },
  ];
  const content = await compileEmail(email(blocks, { unsubscribe: { company: "Savanna" } }));
  expect(content.fields.sort()).toEqual(["first_name", "town"]);
  const fill = filler(content, { town: "your town" });
  const filled = fill({ first_name: "Asha <b>", town: 'Kisumu "&' }, "https://jibu.test/u/1");
  expect(filled.subject).toBe("Hello Asha <b>");
  expect(filled.html).toContain("Dear Asha &lt;b&gt;,");
  expect(filled.html).toContain("https://shop.test/?town=Kisumu+%22%26");
  expect(filled.html).toContain("<b>Ten per cent</b>");
  expect(filled.html).toContain('href="https://jibu.test/u/1"');
  expect(filled.text).toContain("OFFERS IN Kisumu");
  expect(filled.text).toContain("Unsubscribe: https://jibu.test/u/1");
  const blank = fill({}, "");
  expect(blank.subject).toBe("Hello there");
  expect(blank.html).toContain("Dear customer,");
  expect(blank.text).toContain("OFFERS IN your town");
});

test.each([
  "{% for i in (1..100000000) %}x{% endfor %}",
  "{{ 'a' | upcase }}",
  "{{{first_name}}} and {%",
  "{{ first_name | append: 'x' }}",
  '<script>alert(1)</script> & "quotes"',
])("what was typed is text and never code: %s", async (text) => {
  const content = await compileEmail(email([{ kind: "text", text }], { subject: text }));
  const { html, text: plain, subject } = filler(content, {})({ first_name: "Asha" }, "");
  const expected = text.replace("{{first_name}}", "Asha");
  const body = /<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? "";
  const decoded = body
    .replace(/&#123;/g, "{")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
  // `{{ first_name | append: 'x' }}` is a field with a default of its own.
  const shown = text.includes("append") ? "Asha" : expected;
  expect({ html: decoded, plain, subject }).toEqual({ html: shown, plain: shown, subject: shown });
  expect(html).not.toContain("<script>");
});

test("a value can't be code either", async () => {
  const content = await compileEmail(email([{ kind: "text", text: "{{first_name}}" }]));
  const { html, text } = filler(content, {})({ first_name: "{{ t }}{% raw %}" }, "");
  expect(text).toBe("{{ t }}{% raw %}");
  expect(html).toContain("{{ t }}{% raw %}");
});

test("one's own plain text takes the place of the one made of the blocks; a signature stands below", async () => {
  const signature = { html: "<p>Achieng {{ x }}</p>", text: "Achieng" };
  const content = await compileEmail(
    email([{ kind: "text", text: "Long" }], { text: "Short {{first_name|you}}", signature }),
  );
  const { text, html } = filler(content, {})({}, "");
  expect(text).toBe("Short you\n\n-- \nAchieng");
  expect(html).toContain("Achieng &#123;&#123; x }}");
});
