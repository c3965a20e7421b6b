import { expect, type Page, test } from "@playwright/test";
import { dot } from "../../sandbox/chat-wire";
import { auditPage } from "./audit";
import { signInByForm } from "./people";
import { until } from "./until";

const picture = (name: string) => ({ name, mimeType: "image/png", buffer: dot });
const paper = {
  name: "prices.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
};

/** Chooses a file; with script it is there before the form is posted. */
async function choose(page: Page, label: string, file: ReturnType<typeof picture>, scripted: boolean): Promise<void> {
  await page.getByLabel(label, { exact: true }).setInputFiles(file);
  if (scripted) await expect(page.getByText("1 file attached")).toBeAttached();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "files of templates" : "files of templates without script", () => {
    test.use({ javaScriptEnabled });

    test("a template is made with a sample picture, sent to many with another one, and to one customer by an agent", async ({
      page,
    }) => {
      const seed = javaScriptEnabled ? "1" : "2";
      const name = `pictured_${seed}`;
      const [first, second] = [`07650${seed}0001`, `07650${seed}0002`];
      const phones = [first, second].map((number) => `254${number.slice(1)}`);
      await signInByForm(page, "owner@savanna.test", "/whatsapp/template/new");
      if (javaScriptEnabled) await auditPage(page, "/whatsapp/template/new");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("Category").selectOption("MARKETING");
      await expect(page.getByLabel("Sample file")).toBeHidden();
      await page.getByLabel("Header", { exact: true }).selectOption({ label: "Picture" });
      await expect(page.getByLabel("Text of the header")).toBeHidden();
      await page.getByLabel("Text", { exact: true }).fill("Hello {{1}}, our new prices are here. Have a look.");
      await page.getByLabel("Samples for the text's variables").fill("Wanjiru");
      await page.getByRole("button", { name: "Hand in for review" }).click();
      await expect(page.getByText("Choose a sample: WhatsApp reviews the template by it.").first()).toBeVisible();
      await choose(page, "Sample file", paper, javaScriptEnabled);
      await page.getByRole("button", { name: "Hand in for review" }).click();
      await expect(page.getByText("The picture of a header is a JPEG or a PNG of at most 5 MB.").first()).toBeVisible();
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
      await choose(page, "Sample file", picture("sample.png"), javaScriptEnabled);
      await page.getByRole("button", { name: "Hand in for review" }).click();
      await expect(page.getByText(`${name} was handed in.`)).toBeVisible();
      await page.getByRole("link", { name, exact: true }).click();
      const sample = page.getByRole("img", { name: "sample.png" });
      await expect(sample).toBeVisible();
      expect(await page.request.get((await sample.getAttribute("src")) ?? "").then((one) => one.status())).toBe(200);
      // Meta decides by itself in a moment.
      await until(page, false, () => page.getByRole("dialog").getByText("Approved", { exact: true }).isVisible());

      await page.goto("/whatsapp/inboxes/broadcasts?from=paste");
      await page.getByLabel("Numbers", { exact: true }).fill(`Phone\tName\n${first}\tAmina\n${second}\tBaraka`);
      await page.getByRole("button", { name: "Read the rows" }).click();
      await until(page, javaScriptEnabled, () => page.getByText("To 2 numbers").isVisible());
      await page.getByLabel("Template").selectOption({ label: `${name} (English)` });
      await page.getByRole("button", { name: "Continue to values and cost" }).click();
      await expect(page.getByText("Hello Amina, our new prices").first()).toBeVisible();
      if (!javaScriptEnabled) {
        // The file is chosen beside the values; then it is seen there and on the next page.
        await choose(page, "The picture that everyone gets", picture("everyone.png"), false);
        await page.getByRole("button", { name: "Use this picture" }).click();
        await expect(page.getByText("Everyone gets this file.")).toBeVisible();
        await expect(page.getByRole("img", { name: "everyone.png" }).first()).toBeVisible();
      }
      await page.getByRole("button", { name: "Review 2 messages" }).click();
      if (javaScriptEnabled) {
        await page.getByRole("button", { name: "Send 2 messages" }).click();
        await expect(page.getByText("Choose the picture, or give a link to it.").first()).toBeVisible();
        await choose(page, "The picture that everyone gets", picture("everyone.png"), true);
      } else await expect(page.getByRole("img", { name: "everyone.png" })).toBeVisible();
      await page.getByRole("button", { name: "Send 2 messages" }).click();
      await until(page, javaScriptEnabled, () => page.getByText("Refunded", { exact: true }).isVisible());
      await expect(page.getByRole("img", { name: "everyone.png" })).toBeVisible();
      await page.goto("/sandbox/whatsapp");
      for (const phone of phones) await expect(page.getByLabel(phone)).toContainText("[everyone.png]");

      // The customer answers, and the agent sends the template with a picture of its own.
      const headers = { origin: new URL(page.url()).origin };
      const written = await page.request.post("/sandbox/whatsapp/write", {
        ...{ form: { id: phones[0] ?? "", text: `Which ones, ${name}?` }, headers },
      });
      expect(written.ok()).toBe(true);
      await page.goto(`/chat/inbox?view=waiting&q=${name}`);
      await until(page, false, () => page.locator("[data-row]").first().isVisible());
      await page.locator("a[data-row]").first().click();
      await page.locator("#start-conversation").click();
      await expect(page.getByLabel("Your reply")).toBeVisible();
      const inbox = new URL(page.url());
      inbox.searchParams.set("drawer", "template");
      await page.goto(inbox.pathname + inbox.search);
      const option = page.getByLabel("Template", { exact: true }).locator("option", { hasText: `${name} (en)` });
      inbox.searchParams.set("template", (await option.getAttribute("value")) ?? "");
      await page.goto(inbox.pathname + inbox.search);
      await expect(page.getByRole("img", { name: "sample.png" })).toBeVisible();
      await page.getByLabel("{{1}} in the text").fill("Amina");
      await page.getByRole("button", { name: "Send the template" }).click();
      await expect(page.getByText("Choose the picture first, or give a link to it.").first()).toBeVisible();
      await choose(page, "Picture", picture("for-amina.png"), javaScriptEnabled);
      await page.getByRole("button", { name: "Send the template" }).click();
      await expect(page.getByRole("img", { name: "for-amina.png" })).toBeVisible();
      await until(page, javaScriptEnabled, () =>
        page
          .getByText(/Read|Delivered/)
          .first()
          .isVisible(),
      );
      await page.goto("/sandbox/whatsapp");
      await expect(page.getByLabel(phones[0] ?? "")).toContainText("[for-amina.png]");
    });
  });
