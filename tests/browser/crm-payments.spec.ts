import { expect, test } from "@playwright/test";
import { signIn } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "payments of a sale" : "payments of a sale without script", () => {
    test.use({ javaScriptEnabled });

    test("are recorded until it is paid, one is taken back, and the customer's page tells of all", async ({ page }) => {
      const code = javaScriptEnabled ? "SKL0000001" : "SKL0000002";
      // A contact of their own, so that what waits for them is of this sale.
      const name = javaScriptEnabled ? "Halima Wanjala" : "Salim Wanjala";
      const number = javaScriptEnabled ? "+254722700801" : "+254722700802";
      await signIn(page, "owner@savanna.test", "/crm/contacts/new");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page
        .getByRole("textbox", { name: /^Phone/ })
        .first()
        .fill(number);
      await page.getByRole("button", { name: "Add the contact" }).click();
      await expect(page).toHaveURL(/\/crm\/contact\/\d+$/);
      const contact = /\/crm\/contact\/(\d+)/.exec(page.url())?.[1];

      // The customer is looked for among all contacts.
      await page.goto("/crm/sales/new?contact=999999");
      await expect(page.getByText("The contact or deal is not there any more.")).toBeVisible();
      await page.getByLabel(/^Customer's name/).fill("Nobody of this name");
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page.getByText("No contact matches “Nobody of this name”.")).toBeVisible();
      await page.getByLabel(/^Customer's name/).fill(number);
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByRole("link", { name }).click();
      await expect(page).toHaveURL(`/crm/sales/new?contact=${contact}`);
      await page.getByLabel("What was sold").first().fill("Ice boxes");
      await page.getByLabel("Price of one").first().fill("12,000");
      await page.getByRole("button", { name: "More lines" }).click();
      await expect(page.getByLabel("What was sold")).toHaveCount(8);
      await expect(page.getByLabel("What was sold").first()).toHaveValue("Ice boxes");
      await page.getByLabel("To be paid later").check();
      await page.getByRole("button", { name: "Record the sale" }).click();
      await expect(page.getByText("Enter a date.").first()).toBeVisible();
      await expect(page.getByLabel("What was sold").first()).toHaveValue("Ice boxes");
      await page.getByLabel("To be paid by").fill("2026-01-31");
      await page.getByRole("button", { name: "Record the sale" }).click();
      await expect(page).toHaveURL(/\/crm\/sales$/);

      // It waits on the customer's page, which leads to the sale.
      await page.goto(`/customer?who=${encodeURIComponent(number)}`);
      await page.getByRole("link", { name: /KES 12,000\.00 by 31 Jan 2026, Ice boxes/ }).click();
      await expect(page.getByRole("heading", { name: /^Sale \d+$/ })).toBeVisible();
      const sale = page.url();
      const payment = page.getByRole("region", { name: "Record a payment" });
      const list = page.getByRole("region", { name: "Payments", exact: true });
      await expect(payment.getByLabel("Amount in KES")).toHaveValue("12,000");

      await payment.getByLabel("Amount in KES").fill("20,000");
      await payment.getByLabel("Reference").fill("SKL");
      await payment.getByRole("button", { name: "Record the payment" }).click();
      await expect(payment.getByText(/^Enter the M-Pesa code/)).toBeVisible();
      await expect(payment.getByLabel("Amount in KES")).toHaveValue("20,000");
      await payment.getByLabel("Reference").fill(code.toLowerCase());
      await payment.getByRole("button", { name: "Record the payment" }).click();
      await expect(payment.getByText(/^At most KES 12,000\.00/)).toBeVisible();
      await payment.getByLabel("Amount in KES").fill("5,000");
      await payment.getByRole("button", { name: "Record the payment" }).click();
      await expect(list.getByText(code)).toBeVisible();
      await expect(payment.getByLabel("Amount in KES")).toHaveValue("7,000");

      // What was recorded by mistake is taken back and stays to be seen.
      await payment.getByLabel("Paid by").selectOption("Cash");
      await payment.getByRole("button", { name: "Record the payment" }).click();
      await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
      await expect(payment).toHaveCount(0);
      await list.getByRole("button", { name: "Take back KES 7,000.00" }).click();
      await expect(list.getByText(/Taken back by/)).toBeVisible();
      await expect(payment.getByLabel("Amount in KES")).toHaveValue("7,000");
      await payment.getByLabel("Paid by").selectOption("Bank transfer");
      await payment.getByLabel("Reference").fill("Transfer 88");
      await payment.getByRole("button", { name: "Record the payment" }).click();
      await expect(payment).toHaveCount(0);

      await page.goto(`/customer?who=${encodeURIComponent(number)}`);
      await expect(page.getByText(`KES 5,000.00, M-Pesa, ${code}`)).toBeVisible();
      await expect(page.getByText("KES 7,000.00, Bank transfer, Transfer 88")).toBeVisible();
      await expect(page.getByText("KES 7,000.00, Cash")).toHaveCount(0);
      await expect(page.getByRole("link", { name: /by 31 Jan 2026/ })).toHaveCount(0);
      await page.goto("/crm/sales?payment=paid&q=Ice+boxes");
      const paths = await page
        .getByRole("row")
        .getByRole("link")
        .evaluateAll((links) => links.map((one) => (one as HTMLAnchorElement).pathname));
      expect(paths).toContain(new URL(sale).pathname);
      await page.goto("/crm/sales?payment=overdue");
      await expect(page.getByRole("row", { name: new RegExp(name) })).toHaveCount(0);

      // The whole sale was a mistake: after its payments it is taken back.
      await page.goto(sale);
      await expect(page.getByText("A sale is taken back after its payments were taken back.")).toBeVisible();
      for (let left = await list.getByRole("button", { name: /^Take back/ }).count(); left > 0; left--) {
        await list
          .getByRole("button", { name: /^Take back/ })
          .first()
          .click();
        await expect(list.getByRole("button", { name: /^Take back/ })).toHaveCount(left - 1);
      }
      await page.getByRole("button", { name: "Take back the sale" }).click();
      await expect(page.getByText(/^Taken back by/).first()).toBeVisible();
      await expect(page.getByRole("region", { name: "Sold" })).toContainText("Total");
      await expect(page.getByRole("region", { name: "Sold" })).not.toContainText("Open");
      await expect(payment).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Take back the sale" })).toHaveCount(0);
      await page.goto("/crm/sales");
      await expect(page.getByRole("row", { name: new RegExp(name) })).toHaveCount(0);
      await page.goto("/crm/sales?payment=taken%20back");
      await expect(page.getByRole("row", { name: new RegExp(name) }).first()).toBeVisible();
    });
  });
