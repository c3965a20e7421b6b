import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";
import { until } from "./until";

/** The text of a field that is there to be copied. */
const copied = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true }).inputValue();

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a quote" : "a quote without script", () => {
    test.use({ javaScriptEnabled });

    test("is made for a deal, sent, accepted by its link on a phone, and becomes a sale", async ({ page, browser }) => {
      await signIn(page, "owner@savanna.test", "/crm/deal/21");
      await page.getByRole("link", { name: "New quote" }).click();
      await page.getByLabel("What is offered").first().fill("Cold room");
      await page.getByLabel("Price of one").first().fill("a lot");
      await page.getByRole("button", { name: "Save the quote" }).click();
      await expect(page.getByText("Enter an amount such as 12,500.").first()).toBeVisible();
      await expect(page.getByLabel("What is offered").first()).toHaveValue("Cold room");
      await page.getByLabel("Price of one").first().fill("10,000");
      await page.getByRole("button", { name: "More lines" }).click();
      await expect(page.getByLabel("What is offered")).toHaveCount(8);
      // A refused form has all lines that it had.
      await page.getByLabel("What is offered").nth(6).fill("Delivery");
      await page.getByLabel("Price of one").nth(6).fill("a lot");
      await page.getByRole("button", { name: "Save the quote" }).click();
      await expect(page.getByText("Enter an amount such as 12,500.").first()).toBeVisible();
      await expect(page.getByLabel("What is offered").nth(6)).toHaveValue("Delivery");
      await page.getByLabel("What is offered").nth(6).fill("");
      await page.getByLabel("Price of one").nth(6).fill("");
      await page.getByRole("button", { name: "Save the quote" }).click();
      await expect(page).toHaveURL(/\/crm\/quotes\/\d+$/);
      await expect(page.getByRole("region", { name: "Quote" })).toContainText("KES 11,600.00");

      await page.getByLabel("Email address").fill("");
      await page.getByRole("button", { name: "Send the quote" }).click();
      await expect(page.getByText("The customer can read it at its link now.").first()).toBeVisible();
      const link = await copied(page, "The customer's page");
      expect(await copied(page, "For WhatsApp or SMS")).toContain(link);

      const phone = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } });
      const customer = await phone.newPage();
      await customer.goto(link);
      await expect(customer.getByText("KES 11,600.00").first()).toBeVisible();
      expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await customer.getByRole("button", { name: "Accept the quote" }).click();
      await expect(customer.getByText("Enter your name.").first()).toBeVisible();
      await customer.getByRole("form", { name: "Accept" }).getByLabel("Your name").fill("Amina Hassan");
      await customer.getByRole("button", { name: "Accept the quote" }).click();
      await expect(customer.getByRole("status")).toContainText("Accepted by Amina Hassan");
      const pdf = await customer.request.get(`${link}/file`);
      expect(pdf.headers()["content-type"]).toBe("application/pdf");
      await phone.close();

      await page.reload();
      await expect(page.getByRole("region", { name: "The customer's answer" })).toContainText(
        "Accepted by Amina Hassan",
      );
      await page.getByRole("button", { name: "Record the sale" }).click();
      await expect(page.getByText("The sale was recorded.").first()).toBeVisible();
      await page.goto("/crm/quotes?state=accepted");
      await expect(page.getByRole("row", { name: /Accepted/ }).first()).toBeVisible();
      await page.goto("/crm/integrations");
      await page.getByRole("button", { name: /^Make an?( new)? address$/ }).click();
      await expect(page.getByText("It is not shown again.")).toBeVisible();
      const sales = await page.request.get(await copied(page, "Address"));
      expect(await sales.text()).toContain("VAT 16 %,1,1600,1600,KES");
    });

    test("goes as a PDF on WhatsApp once the customer has written there", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/crm/deal/21");
      await page.getByRole("link", { name: "New quote" }).click();
      await page.getByLabel("What is offered").first().fill("Ice boxes");
      await page.getByLabel("Price of one").first().fill("4,000");
      await page.getByRole("button", { name: "Save the quote" }).click();
      await expect(page).toHaveURL(/\/crm\/quotes\/\d+$/);
      // The address is there before the page is.
      const heading = page.getByRole("heading", { level: 1, name: /^Quote \d+$/ });
      const number = /\d+/.exec((await heading.textContent()) ?? "")?.[0];
      const card = page.getByRole("region", { name: "WhatsApp" });
      // The first of the two journeys finds no conversation; one that runs already goes on.
      await expect(card).toContainText(/within the last 24 hours|goes into the conversation/);
      await page.getByLabel("Email address").fill("");
      await page.getByRole("button", { name: "Send the quote" }).click();
      const address = await page.getByRole("link", { name: "Open in WhatsApp" }).getAttribute("href");
      const digits = /wa\.me\/(\d+)/.exec(address ?? "")?.[1] ?? "";
      const written = await page.request.post("/sandbox/whatsapp/write", {
        form: { id: digits, text: "What would ice boxes cost?" },
        headers: { origin: new URL(page.url()).origin },
      });
      expect(written.ok()).toBe(true);
      await until(page, false, () => page.getByRole("button", { name: "Send the PDF" }).isVisible());
      await page.getByLabel("Message with the PDF").fill("Here is our offer.");
      await page.getByRole("button", { name: "Send the PDF" }).click();
      await expect(page.getByText("The PDF is on its way to the customer on WhatsApp.").first()).toBeVisible();
      await page.goto("/sandbox/whatsapp");
      await until(page, false, () => page.getByText(`[quote-${number}.pdf]`).isVisible());
    });

    test("a phone's calendar reads a person's appointments and tasks at an address that can be ended", async ({
      page,
    }) => {
      await signIn(page, "sales@savanna.test", "/crm/contactactions/tasks/new");
      await page.getByLabel("What is to be done").fill("Call the supplier");
      await page.getByLabel("Due", { exact: true }).fill("2027-01-05");
      await page.getByRole("button", { name: "Add the task" }).click();
      await expect(page.getByRole("row", { name: /Call the supplier/ }).first()).toBeVisible();
      await page.goto("/crm/contactactions/day");
      await page.getByRole("link", { name: "Calendar on your phone" }).click();
      await page.getByRole("button", { name: /^Make an?( new)? address$/ }).click();
      await expect(page.getByRole("link", { name: "Open in a calendar" })).toHaveAttribute("href", /^webcal:.*\.ics$/);
      const address = await copied(page, "Address");
      const read = (headers: Record<string, string> = {}) => page.request.get(address, { headers });
      const first = await read();
      expect(first.headers()["content-type"]).toContain("text/calendar");
      expect(await first.text()).toMatch(
        /^BEGIN:VCALENDAR\r\n[\s\S]*DATE:20270105\r\nSUMMARY:Call the supplier\r\n[\s\S]*END:VCALENDAR\r\n$/,
      );
      expect((await read({ "if-none-match": first.headers().etag ?? "" })).status()).toBe(304);
      await page.goto("/crm/contactactions/feed");
      await page.getByRole("button", { name: "End the address" }).click();
      await expect(page.getByText("The address does not work any more.").first()).toBeVisible();
      const ended = await read();
      expect(ended.status()).toBe(404);
      expect(await ended.text()).toBe("There is no such link.\n");
    });
  });
