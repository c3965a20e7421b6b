import { expect, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { signIn, signInByForm } from "./people";
import { until } from "./until";

/** A contact file as people have them: odd numbers, a duplicate, a landline, a letter, and a column of its own. */
function messyFile(seed: number): { name: string; mimeType: string; buffer: Buffer } {
  const rows = [
    "Jina,Simu,Deni",
    `Achieng Otieno,07${seed}123456,1 200`,
    `Kiprono Cheruiyot,+254 7${seed}2-23 456,950`,
    `"Halima, Abdi",2547${seed}323456.0,12000`,
    `Mwangi Njoroge,7${seed}423456,40`,
    `Achieng again,07${seed}123456,7`,
    "Office,020 2222222,1",
    `Typo,O7${seed}12345,1`,
    "",
  ];
  return { name: `wateja ${seed}.csv`, mimeType: "text/csv", buffer: Buffer.from(rows.join("\r\n"), "utf8") };
}

/** The balance in the topbar, in cents. */
async function balance(page: Page): Promise<number> {
  const text = (await page.locator("header").getByText(/KES/).first().textContent()) ?? "";
  return Math.round(Number(text.replace(/[^\d.]/g, "")) * 100);
}

function cents(kes: string | undefined): number {
  return Math.round(Number(kes) * 100);
}

/** The lines of the account's statement, the newest first. */
async function statement(page: Page): Promise<Record<string, string>[]> {
  const file = await page.request.get("/settings/selfcare/statement.csv");
  return parse(await file.text(), { columns: true, bom: true });
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "the whole job" : "the whole job without script", () => {
    test.use({ javaScriptEnabled });

    test("from a messy file to the answer in the inbox, and the balance falls by exactly the cost", async ({
      page,
    }) => {
      const seed = javaScriptEnabled ? 20 : 21;
      const group = `Journey ${seed}`;
      await signInByForm(page, "owner@savanna.test", "/contacts/contact-group/upload");

      // The file, its columns, the group.
      await page.getByLabel("File", { exact: true }).setInputFiles(messyFile(seed));
      await page.getByRole("button", { name: "Upload the file" }).click();
      await expect(page).toHaveURL(/\/contacts\/contact-group\/import\/\d+$/);
      await expect(page.getByLabel("Simu")).toHaveValue("phone");
      await expect(page.getByLabel("Jina")).toHaveValue("name");
      await page.getByLabel("Name of the new group").fill(group);
      await page.getByRole("button", { name: "Import the contacts" }).click();
      await until(page, javaScriptEnabled, () =>
        page
          .getByRole("link", { name: /refused/i })
          .first()
          .isVisible(),
      );
      await page
        .getByRole("link", { name: /refused/i })
        .first()
        .click();
      await expect(page.getByText("O7", { exact: false }).first()).toBeVisible();
      await expect(page.locator("tbody tr")).toHaveCount(3);
      await page.goBack();

      // The message, its exact cost, the last look.
      await page
        .getByRole("link", { name: /message/i })
        .first()
        .click();
      await expect(page).toHaveURL(/\/sms\/bulk\?group=\d+/);
      await page.getByLabel("Sender ID").selectOption("22384");
      await page.getByLabel("Name", { exact: false }).first().fill(group);
      await page.getByLabel("Message", { exact: true }).fill("Habari {{name}}, deni lako ni KES {{deni}}. Jibu SAWA.");
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Show the cost" }).click();
      await expect(page.getByRole("complementary", { name: "Cost and preview" })).toContainText("KES 3.20");
      await expect(page.getByRole("complementary", { name: "Cost and preview" })).toContainText("Habari ");
      await page.getByRole("button", { name: /Review 4 messages/ }).click();
      await expect(page.getByRole("heading", { name: "Send 4 messages?" })).toBeVisible();
      await page.getByRole("button", { name: "Send 4 messages" }).click();

      // It goes out over SMPP, and every receipt comes back.
      await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
      const progress = page.getByRole("region", { name: "Progress" });
      const awaiting = progress.locator("div", { has: page.getByText("Awaiting receipt", { exact: true }) }).last();
      await until(
        page,
        javaScriptEnabled,
        async () =>
          (await progress.getByText("Sent", { exact: true }).isVisible()) &&
          (await awaiting.getByText("0", { exact: true }).isVisible()),
      );
      const blast = page.url();
      await page.reload();
      // Other messages of the account may be refunded meanwhile, so what this one took is read in the statement.
      await expect
        .poll(async () => {
          const lines = await statement(page);
          const taken = lines.filter(({ Reference }) => Reference === `blast:${blast.split("/").at(-1)}`);
          await page.reload();
          return {
            taken: taken.reduce((sum, line) => sum + cents(line["Amount (KES)"]), 0),
            isShown: cents(lines[0]?.["Balance (KES)"]) === (await balance(page)),
          };
        })
        .toEqual({ taken: -320, isShown: true });

      // The handset answers, and the answer is in the inbox.
      await page.goto(`/sandbox/phone/2547${seed}123456`);
      await expect(page.getByText("Habari Achieng Otieno, deni lako ni KES 1 200. Jibu SAWA.")).toBeVisible();
      const answer = `SAWA kabisa ${seed}`;
      await page.getByLabel("Message").fill(answer);
      await page.getByRole("button", { name: "Send from this phone" }).click();
      await page.goto("/sms/inbox");
      await until(page, javaScriptEnabled, () => page.getByText(answer).first().isVisible());
      await expect(page.getByText("Achieng Otieno").first()).toBeVisible();

      // Posting the last step again sends nothing again.
      await page.goto(blast);
      await expect(page.getByRole("heading", { name: group })).toBeVisible();
      await page.goto("/contacts/contact-group");
      await page.getByRole("link", { name: group }).click();
      await expect(page.getByText("+254 7", { exact: false }).first()).toBeVisible();
    });
  });

test("STOP from a phone keeps it out of the next message, and that is said before the money", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/send?to=%2B254722000001");
  await page.getByLabel("Sender ID").selectOption("22384");
  await page.getByLabel("Message", { exact: true }).fill("Karibu. Answer STOP to hear no more.");
  await page.getByRole("button", { name: /^Review/ }).click();
  await page.getByRole("button", { name: /^Send 1 message/ }).click();
  await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
  await expect
    .poll(
      async () => {
        await page.goto("/sandbox/phone/254722000001");
        return page.getByText("Answer STOP to hear no more").count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
  await page.getByLabel("Message").fill("STOP PLEASE");
  await page.getByRole("button", { name: "Send from this phone" }).click();
  await expect
    .poll(
      async () => {
        await page.goto("/contacts/blacklist?q=722000001");
        return page.getByText("+254 722 000 001").count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
});

test("a cost that is still being counted does not hold up the review", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/send?to=%2B254722000003");
  const cost = page.getByRole("complementary", { name: "Cost and preview" });
  await page.getByLabel("Message", { exact: true }).fill("Asante.");
  await expect(cost).toContainText("KES 0.80");
  let release = () => undefined as undefined;
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined) as undefined;
  });
  await page.route("**/sms/send/price", async (route) => {
    await held;
    // The page that asked is gone by then.
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest("**/sms/send/price");
  await page.getByLabel("Message", { exact: true }).fill("Asante sana.");
  await asked;
  await page.getByRole("button", { name: /^Review/ }).click();
  await expect(page.getByRole("heading", { name: "Send 1 message?" })).toBeVisible();
  release();
  await expect(page.getByText("Asante sana.").first()).toBeVisible();
});

test("a double click, a repeated post and the back button make one blast", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/send?to=%2B254722000002");
  const name = "Pressed twice";
  await page.getByLabel("Name", { exact: false }).first().fill(name);
  await page.getByLabel("Message", { exact: true }).fill("Once only.");
  await page.getByRole("button", { name: /^Review/ }).click();
  await page.getByRole("button", { name: /^Send 1 message/ }).dblclick();
  await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
  await page.goBack();
  await page.goto("/sms/history?view=express");
  await expect(page.getByRole("link", { name })).toHaveCount(1);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a file for the blacklist" : "a file for the blacklist without script", () => {
    test.use({ javaScriptEnabled });

    test("is added, says what became of its rows, and is undone", async ({ page }) => {
      const seed = javaScriptEnabled ? 30 : 31;
      await signInByForm(page, "owner@savanna.test", "/contacts/blacklist/new");
      await page.getByRole("link", { name: "In a file" }).click();
      const send = page.getByRole("button", { name: "Upload the file" });

      // What cannot be read stays on the form, in words.
      const photo = {
        name: "photo.csv",
        mimeType: "image/png",
        buffer: Buffer.from("89504e470d0a1a0a00000000", "hex"),
      };
      await page.getByLabel("File", { exact: true }).setInputFiles(photo);
      await send.click();
      await expect(page.locator("#file-error")).toBeVisible();

      await page.getByLabel("File", { exact: true }).setInputFiles(messyFile(seed));
      await send.click();
      await expect(page).toHaveURL(/\/contacts\/contact-group\/import\/\d+$/);
      const outcome = page.getByText("4 numbers added, 1 row had a number that came before, 2 rows could not be read.");
      await until(page, javaScriptEnabled, async () => (await outcome.count()) > 0);

      const refused = page.getByRole("link", { name: "Refused or repeated: 3 rows" });
      const csv = await page.request.get(`${await refused.getAttribute("href")}.csv`);
      expect(parse(await csv.text(), { columns: true, bom: true })).toHaveLength(3);

      await page.goto(`/contacts/blacklist?q=7${seed}123456`);
      await expect(page.getByText(`+254 7${seed} 123 456`).first()).toBeVisible();
      await page.goBack();
      await page.getByRole("link", { name: "Undo the import" }).click();
      await page.getByRole("button", { name: "Take 4 numbers off the blacklist" }).click();
      await expect(page.getByText("This import was undone.")).toBeVisible();
      await page.goto(`/contacts/blacklist?q=7${seed}123456`);
      await expect(page.getByText("This number is not on the blacklist")).toBeVisible();
    });
  });

test.describe("a file that is no contact list", () => {
  const files = [
    { name: "photo.csv", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex") },
    { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") },
    { name: "quote.csv", mimeType: "text/csv", buffer: Buffer.from('name,phone\n"Achieng,0712345678\n') },
  ];
  for (const file of files)
    test(`${file.name} gets a clear sentence and changes nothing`, async ({ page }) => {
      await signIn(page, "owner@lakeside.test", "/contacts/contact-group/upload");
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
      await page.getByRole("button", { name: "Upload the file" }).click();
      await expect(page.locator("#file-error")).toBeVisible();
      await expect(page.getByLabel("File", { exact: true })).toHaveAttribute("aria-invalid", "true");
      await page.goto("/contacts/contact-group/import");
      await expect(page.getByText(file.name)).toHaveCount(0);
    });
});
