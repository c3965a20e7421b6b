import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

const card = (page: Page) => page.getByRole("region", { name: "Numbers and addresses" });
/** Numbers of this run that no one has. */
const newPhone = (end: number) => `+2547${String(Date.now()).slice(-6)}${String(end).padStart(2, "0")}`;

async function addLead(page: Page, name: string, phone: string, email: string): Promise<void> {
  await page.goto("/crm/leads/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("textbox", { name: /^Phone/ }).fill(phone);
  await page.getByRole("textbox", { name: /^Email/ }).fill(email);
  await page.getByRole("button", { name: "Add the lead" }).click();
  await page.waitForURL(/\/crm\/lead\/\d+/);
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("two numbers of one customer are joined, an address of another one is set apart, and both are taken back", async ({
      page,
    }) => {
      const [mobile, shop] = [newPhone(javaScriptEnabled ? 1 : 3), newPhone(javaScriptEnabled ? 2 : 4)];
      const email = `family.${mobile.slice(-8)}@mail.test`;
      await signIn(page, "owner@savanna.test", "/crm/leads");
      await addLead(page, `Zawadi ${mobile.slice(-8)}`, mobile, email);
      await addLead(page, `Shop ${shop.slice(-8)}`, shop, "");

      await page.goto(`/customer?who=${encodeURIComponent(mobile)}`);
      await expect(card(page)).toContainText("Known from CRM");
      const join = async (other: string) => {
        await card(page).getByText("Join another number or address").click();
        await card(page).getByLabel("Also of this customer").fill(other);
        await card(page).getByRole("button", { name: "Join", exact: true }).click();
      };
      await join("0712");
      await expect(card(page).getByLabel("Also of this customer")).toHaveValue("0712");
      await expect(card(page)).toContainText("too few digits");
      await card(page).getByLabel("Also of this customer").fill(shop.replace("+254", "0"));
      await card(page).getByRole("button", { name: "Join", exact: true }).click();
      await expect(card(page)).toContainText("Joined by Wanjiru Maina");
      // From either end both histories are one.
      for (const who of [mobile, shop]) {
        await page.goto(`/customer?who=${encodeURIComponent(who)}`);
        const history = page.getByRole("region", { name: "History" });
        await expect(history).toContainText(`Zawadi ${mobile.slice(-8)}`);
        await expect(history).toContainText(`Shop ${shop.slice(-8)}`);
      }

      await page.goto(`/customer?who=${encodeURIComponent(mobile)}`);
      await card(page)
        .getByRole("button", { name: `Not theirs: ${email}` })
        .click();
      await expect(card(page).getByRole("heading", { name: "Of another customer" })).toBeVisible();
      await expect(card(page).getByRole("button", { name: `Take back: ${email}` })).toBeVisible();
      await card(page)
        .getByRole("button", { name: `Take back: ${email}` })
        .click();
      await expect(card(page).getByRole("button", { name: `Not theirs: ${email}` })).toBeVisible();
      await card(page)
        .getByRole("button", { name: /^Take back/ })
        .click();
      await expect(card(page)).not.toContainText("Joined by");
    });
  });
