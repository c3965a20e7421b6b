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
