import { expect, test } from "@playwright/test";
import { signIn } from "./people";

for (const javaScriptEnabled of [true, false]) {
  test(`a mailbox for tickets ${javaScriptEnabled ? "with" : "without"} script: refused, all but the passwords is kept`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await signIn(page, "owner@savanna.test", "/ticketing/settings/email");
    await page.getByRole("link", { name: "Connect another mailbox" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Connect a mailbox" })).toBeVisible();
    await page.getByLabel("Address").fill("tickets@savanna.test");
    for (const legend of ["Incoming mail (IMAP)", "Outgoing mail (SMTP)"]) {
      const host = page.getByRole("group", { name: legend });
      await host.getByLabel("Host").fill("127.0.0.1");
      await host.getByLabel("Port").fill("1");
      await host.getByLabel("Connection").selectOption("none");
      await host.getByLabel("Password").fill("a-secret");
    }
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.locator(".notice").filter({ hasText: "Warning" })).toBeVisible();
    await expect(page.getByLabel("Address")).toHaveValue("tickets@savanna.test");
    const imap = page.getByRole("group", { name: "Incoming mail (IMAP)" });
    await expect(imap.getByLabel("Port")).toHaveValue("1");
    await expect(imap.getByLabel("Connection")).toHaveValue("none");
    if (!javaScriptEnabled) expect(await page.content()).not.toContain("a-secret");
    await page.context().close();
  });
}

test("a mailbox has an address of its own, to which the old one leads, and is asked about before it is disconnected", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, "owner@savanna.test", "/ticketing/settings/email");
  const address = page.getByRole("link", { name: /@/ }).first();
  const mailbox = (await address.textContent()) ?? "";
  await address.click();
  await page.waitForURL(/\/ticketing\/settings\/email\/mailbox\/\d+$/);
  const { pathname } = new URL(page.url());
  await expect(page.getByLabel("Address")).toHaveValue(mailbox);
  await page.goto(`/ticketing/settings/email/mailbox?id=${pathname.split("/").at(-1)}`);
  expect(new URL(page.url()).pathname).toBe(pathname);
  await page.getByRole("link", { name: "Disconnect" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Disconnect ${mailbox}?` })).toBeVisible();
  await page.getByRole("link", { name: "Keep it" }).click();
  await page.waitForURL((url) => url.pathname === pathname);
  await page.context().close();
});
