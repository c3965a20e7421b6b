import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function drawer(page: Page) {
  return page.getByRole("dialog", { name: "REPORT AN ISSUE" });
}

test("an issue is reported over any page, and the support desk opens its attachment", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "owner@savanna.test", "/contacts/contact-group");
  await page.getByRole("link", { name: "Report an issue" }).click();
  const issue = drawer(page);
  await issue.getByLabel("Product").selectOption("Bulk SMS");

  // States of the specification: Other clears the ticked issues, an issue unticks Other.
  await issue.getByLabel("Delayed delivery").check();
  await issue.getByLabel("Other").check();
  await expect(issue.getByLabel("Delayed delivery")).not.toBeChecked();
  await issue.getByLabel("Resource overcharging").check();
  await expect(issue.getByLabel("Other")).not.toBeChecked();
  await expect(issue.getByLabel("Describe it", { exact: true })).toBeHidden();

  await issue.getByLabel("Other").check();
  const words = `No receipts since noon ${Date.now()}`;
  await issue.getByLabel("Describe it", { exact: true }).fill(words);
  await issue.getByLabel("Attachments").setInputFiles({ name: "receipts.png", mimeType: "image/png", buffer: dot });
  await expect(issue.getByRole("button", { name: "Remove receipts.png" })).toBeVisible();
  await issue.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Issue reported successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/contacts\/contact-group$/);

  await page.goto("/issues");
  await expect(page.getByText(words).first()).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, "platform@jibu.test", `/ticketing/tickets?q=${words.split(" ").at(-1)}`);
  await desk.getByRole("link", { name: new RegExp(words) }).click();
  const link = desk.getByRole("link", { name: "receipts.png" }).first();
  await expect(link).toBeVisible();
  const opened = await desk.request.get((await link.getAttribute("href")) ?? "");
  expect(opened.status()).toBe(200);
  expect(opened.headers()["content-type"]).toContain("image/png");
  await page.context().close();
  await desk.context().close();
});

test("without script: the product first, a refusal keeps everything, then it is sent", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, "agent@savanna.test", "/sms/inbox");
  await page.getByRole("link", { name: "Report an issue" }).click();
  await drawer(page).getByLabel("Product").selectOption("Chats");
  await drawer(page).getByRole("button", { name: "Show its issues" }).click();
  await drawer(page)
    .getByLabel("Attachments")
    .setInputFiles({ name: "a.txt", mimeType: "image/png", buffer: Buffer.from("x") });
  await drawer(page).getByLabel("Unable to disposition chats").check();
  await drawer(page).getByRole("button", { name: "Submit" }).click();
  await expect(drawer(page).locator(".err").getByText("a.txt")).toBeVisible();
  await expect(
    drawer(page)
      .getByRole("alert")
      .getByRole("link", { name: /^a\.txt/ }),
  ).toHaveAttribute("href", "#files");
  await expect(drawer(page).getByLabel("Unable to disposition chats")).toBeChecked();
  await drawer(page).getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Issue reported successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/sms\/inbox/);
  await page.context().close();
});
