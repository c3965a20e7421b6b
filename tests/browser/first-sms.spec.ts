import { expect, type Locator, test } from "@playwright/test";
import { running } from "./audit";
import { fresh, strong } from "./sign-up";

/** Counts what a person does: a click for each press, a field for each text that is typed. */
function counted() {
  const made = { clicks: 0, fields: 0 };
  return {
    made,
    async click(what: Locator) {
      await what.click();
      made.clicks++;
    },
    async fill(what: Locator, text: string) {
      await what.fill(text);
      made.fields++;
    },
  };
}

test("a new customer goes from sign-up to a delivered SMS in at most 20 clicks, and never leaves the way", async ({
  page,
}) => {
  const { made, click, fill } = counted();
  const email = fresh();
  const link = (name: string | RegExp) => page.getByRole("link", { name });
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  await page.goto("/auth/signup");
  await running(page);
  await fill(page.getByLabel("Your name"), "Njeri Kamau");
  await fill(page.getByLabel("Email"), email);
  await fill(page.getByLabel("Mobile phone"), "0722 418 307");
  await fill(page.getByLabel("Company"), "Shamba Fresh");
  await fill(page.getByLabel("Password", { exact: true }), strong);
  await fill(page.getByLabel("Confirm password"), strong);
  await click(button("Create account"));

  // The mailbox is one click away, shows the mail as it comes, and leads back.
  await click(link("Sandbox: open the mailbox"));
  const subject = page.locator(".phones a b").first();
  await expect(subject).toHaveText(/^\d{6} is your Jibu code$/);
  const code = ((await subject.textContent()) ?? "").slice(0, 6);
  await click(link("Back to Jibu"));
  await fill(page.getByLabel("Code"), code);
  await click(button("Confirm"));

  await expect(page.getByRole("heading", { name: "Your company" })).toBeVisible();
  await expect(page.getByLabel("Mobile phone")).toHaveCount(0);
  await click(page.getByLabel("Send and receive SMS"));
  await click(button("Open the account"));

  const sms = page.getByRole("region", { name: "SMS", exact: true });
  await expect(sms.getByText("You chose this at sign-up")).toBeVisible();
  await click(sms.getByRole("link", { name: "Choose SMS, Start, monthly" }));
  await expect(page.getByLabel("M-Pesa phone number")).toHaveValue("+254 722 418 307");
  await click(button(/^Pay KES/));
  await click(link("Sandbox: open the phone"));
  await click(button("Enter the PIN: pay"));
  await expect(page).toHaveURL(/\/subscribe\/payment\/\d+/);
  await click(link("Start with SMS"));

  await expect(page.getByRole("heading", { level: 1, name: "Top up" })).toBeVisible();
  await running(page);
  await expect(page.getByLabel("M-Pesa phone number")).toHaveValue("+254 722 418 307");
  await click(link("KES 500"));
  await expect(page.getByLabel("Amount in KES")).toHaveValue("500");
  await click(button("Top up by M-Pesa"));
  await click(link("Sandbox: open the phone"));
  await click(button("Enter the PIN: pay"));
  await click(link("Next: Send an SMS to your own phone"));

  await expect(page.getByLabel("Phone numbers")).toHaveValue("+254722418307");
  await fill(page.getByLabel("Message", { exact: true }), "Karibu Shamba Fresh");
  await click(button(/^Review/));
  await click(button(/^Send/));
  const message = page.getByRole("row", { name: /722 418 307/ });
  await expect(message).toContainText("Delivered", { timeout: 90_000 });

  expect(made.clicks).toBeLessThanOrEqual(20);
  expect(made.fields).toBeLessThanOrEqual(8);

  // The checklist knows what was done, and has the next thing on top.
  await page.goto("/dashboard");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Next: Add contacts" })).toBeVisible();
  await expect(steps.getByText("Send an SMS to your own phone, done")).toBeVisible();
});
