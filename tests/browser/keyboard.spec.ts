import { expect, type FileChooser, type Locator, type Page, test } from "@playwright/test";
import { settled } from "./audit";
import { password } from "./people";

const seed = 33;
const group = `By keyboard ${seed}`;
const file = {
  name: `wateja ${seed}.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(
    `Jina,Simu,Mji\r\nAchieng Otieno,07${seed}123456,Kisumu\r\nKiprono,+254 7${seed}2-23 456,Eldoret\r\nTypo,O7${seed}1,Thika\r\n`,
  ),
};

/** Presses Tab until the focus is on it, as somebody without a mouse does; what is not reached that way fails. */
async function reach(page: Page, target: Locator, what: string): Promise<void> {
  await expect(target, what).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectRing(target, what);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${what} can't be reached with the Tab key`);
}

/** The focus is seen: by an outline or a shadow of the element, or of the label or field around it. */
async function expectRing(target: Locator, what: string): Promise<void> {
  const seen = await target.evaluate((element) => {
    for (let at: Element | null = element, up = 0; at && up < 3; at = at.parentElement, up++) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
      if ((outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none") return true;
    }
    return false;
  });
  expect(seen, `${what} shows that it has the focus`).toBe(true);
}

test("the whole job by keyboard alone, from the sign-in and a file to the answer in the inbox", async ({ page }) => {
  const keys = page.keyboard;
  // Waited for from the beginning: on a busy machine the browser may not have heard by the time of the key that it is
  // to hand the chooser over.
  const chooser = new Promise<FileChooser>((resolve) => page.once("filechooser", resolve));
  await page.goto("/contacts/contact-group/upload");
  await reach(page, page.getByLabel("Email"), "the email field");
  await keys.type("owner@savanna.test");
  await reach(page, page.getByLabel("Password"), "the password field");
  await keys.type(password);
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/contacts\/contact-group\/upload$/);

  // The chooser is the browser's own: Space opens it, and it is answered for the field that has the focus.
  const chosen = page.getByLabel("File", { exact: true });
  await reach(page, chosen, "the file field");
  await keys.press("Space");
  await (await chooser).setFiles(file);
  await reach(page, page.getByRole("button", { name: "Upload the file" }), "the upload button");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/contacts\/contact-group\/import\/\d+$/);

  // The town goes; the arrow keys and letters of a native list do it.
  const town = page.getByLabel("Mji");
  await reach(page, town, "the third column's use");
  await expect(town).not.toHaveValue("ignore");
  const words = await town.locator("option[value=ignore]").textContent();
  await keys.type(words?.trim() ?? "");
  await expect(town).toHaveValue("ignore");
  const name = page.getByLabel("Name of the new group");
  await reach(page, name, "the new group's name");
  await keys.press("ControlOrMeta+a");
  await keys.type(group);
  await reach(page, page.getByRole("button", { name: "Import the contacts" }), "the import button");
  await keys.press("Space");

  // What became of it, down to the refused rows and the group itself.
  const refused = page.getByRole("link", { name: /refused/i }).first();
  await expect(refused).toBeVisible({ timeout: 90_000 });
  await reach(page, refused, "the refused rows");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/refused$/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.goBack();

  // The message to the new group, its cost, the last look, and off it goes.
  await reach(page, page.getByRole("link", { name: /message/i }).first(), "the link to a message");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/sms\/bulk\?group=\d+/);
  const sender = page.getByLabel("Sender ID");
  await reach(page, sender, "the sender");
  await keys.type("22384");
  await expect(sender).toHaveValue("22384");
  await reach(page, page.getByLabel("Name", { exact: false }).first(), "the blast's name");
  await keys.press("ControlOrMeta+a");
  await keys.type(group);
  await reach(page, page.getByLabel("Message", { exact: true }), "the message");
  await keys.type("Habari {{name}}, karibu.");
  await expect(page.getByRole("complementary", { name: "Cost and preview" })).toContainText("Habari ");
  await reach(page, page.getByRole("button", { name: /Review 2 messages/ }), "the review button");
  await keys.press("Enter");
  await reach(page, page.getByRole("button", { name: "Send 2 messages" }), "the send button");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
  await expect(page.getByRole("region", { name: "Progress" }).getByText("Sent", { exact: true })).toBeVisible({
    timeout: 90_000,
  });

  // The handset answers, and the answer is in the inbox.
  await page.goto(`/sandbox/phone/2547${seed}123456`);
  await expect(page.getByText("Habari Achieng Otieno, karibu.")).toBeVisible();
  await reach(page, page.getByLabel("Message"), "the handset's message");
  await keys.type(`SAWA ${seed}`);
  await reach(page, page.getByRole("button", { name: "Send from this phone" }), "the handset's send button");
  await keys.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: `SAWA ${seed}` })).toBeVisible();
  await expect
    .poll(
      async () => {
        await page.goto("/sms/inbox");
        return page.getByText(`SAWA ${seed}`).count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);

  await page.goto("/contacts/contact-group");
  await reach(page, page.getByRole("link", { name: group }), "the new group");
  await keys.press("Enter");
  await expect(page.getByText("Achieng Otieno").first()).toBeVisible();
  await expect(page.getByText("Kisumu")).toHaveCount(0);
});

test("a message is written, checked and sent by keyboard alone", async ({ page }) => {
  const keys = page.keyboard;
  // The sign-in page puts the focus where one begins, so no Tab comes first.
  await page.goto("/sms/send?to=%2B254722000003");
  await expect(page.getByLabel("Email")).toBeFocused();
  await keys.type("owner@savanna.test");
  await keys.press("Tab");
  await keys.type(password);
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/sms\/send/);
  await settled(page);
  await reach(page, page.locator("#body"), "the message");
  await keys.type("By keyboard alone.");
  await reach(page, page.getByRole("button", { name: "Review 1 message" }), "the review button");
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "Send 1 message?" })).toBeVisible();
  await reach(page, page.getByRole("button", { name: "Send 1 message" }), "the send button");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
});
