import { expect, type Page, test } from "@playwright/test";
import { channelOf, customerEnds, customerWrites } from "./chat.customers";
import { signIn } from "./people";

async function customers(count: number) {
  // Letters: a number would be searched for as one.
  const mark = [...`${Date.now()}`.slice(-8)].map((digit) => "bcdfghjklm"[Number(digit)]).join("");
  const channel = await channelOf("whatsapp");
  const made = [];
  for (let n = 0; n < count; n++) {
    const who = { id: `i${n}${mark}`, name: `Zuhura ${n} ${mark}` };
    made.push({ ...who, chat: await customerWrites(channel, who, `Is it still free? ${mark}`) });
  }
  return { mark, made, channel };
}

const row = (page: Page, name: string) => page.locator("[data-row]").filter({ hasText: name });

test("without script: a note mentions a colleague, a conversation is urgent, and several are changed and ended", async ({
  browser,
}) => {
  const { mark, made } = await customers(2);
  const [first, second] = made;
  if (!first || !second) throw new Error("two customers write");
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, "supervisor@savanna.test", `/chat/inbox?chat=${first.chat}`);
  const mention = page.getByLabel("Mention a colleague in a private note");
  const colleague = (await mention.locator("option").nth(1).getAttribute("value")) ?? "";
  await page.getByLabel("Your reply").fill("Please call back.");
  await mention.selectOption(colleague);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Only a private note can mention a colleague.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Your reply")).toHaveValue("Please call back.");
  await page.locator("label").filter({ hasText: "Private note" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator("strong", { hasText: `@${colleague}` })).toBeVisible();

  await page.goto(`/chat/inbox/details?chat=${second.chat}`);
  await page.getByRole("button", { name: "Urgent", exact: true }).click();
  await expect(page.getByRole("button", { name: "Urgent", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.goto(`/chat/inbox?view=waiting&q=${mark}&priority=urgent`);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await page.goto(`/chat/inbox?view=waiting&q=${mark}`);
  await expect(page.locator("[data-row]").first()).toContainText(second.name);

  await page.getByRole("link", { name: "Select several conversations" }).click();
  for (const { name } of made) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Choose what to change.").first()).toBeVisible();
  await page.getByLabel("Priority", { exact: true }).selectOption("low");
  await page.getByLabel("Snooze", { exact: true }).selectOption("hour");
  await page.getByRole("button", { name: "Save changes" }).click();
  const refused = page.getByRole("region", { name: "Refused conversations" });
  await expect(refused.getByText(second.name)).toBeVisible();
  await expect(refused.getByText("Take the conversation before you snooze it", { exact: false })).toHaveCount(2);
  await page.getByLabel("Snooze", { exact: true }).selectOption("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("2 conversations changed.")).toBeVisible();
  await expect(row(page, second.name)).toContainText("Low");

  await page.getByRole("link", { name: "Select several conversations" }).click();
  for (const { name } of made) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("link", { name: "End them" }).click();
  await page.getByRole("button", { name: "End 2 conversations" }).click();
  await expect(page.getByText("2 conversations ended.")).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(0);
  await page.context().close();
});

test("with script: a name is completed after @, boxes keep their ticks, and a colleague's change is there at once", async ({
  page,
}) => {
  const { mark, made, channel } = await customers(2);
  const [first, second] = made;
  if (!first || !second) throw new Error("two customers write");
  await signIn(page, "supervisor@savanna.test", `/chat/inbox?view=waiting&q=${mark}&chat=${first.chat}`);
  await page.locator("label").filter({ hasText: "Private note" }).click();
  const note = page.getByLabel("Private note, only your team sees it");
  await note.fill("Ask @");
  const colleague = await page.getByRole("list", { name: "Colleagues" }).locator("span").first().textContent();
  await note.press("Enter");
  await expect(note).toHaveValue(`Ask @${colleague} `);
  await note.press("Control+Enter");
  await expect(page.locator("strong", { hasText: "@" })).toBeVisible();

  await page.getByRole("link", { name: "Select several conversations" }).click();
  await page.getByRole("checkbox", { name: `Select ${second.name}` }).check();
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("checkbox", { name: `Select ${second.name}` })).toBeChecked();

  const other = await page.context().browser()?.newContext();
  const colleagues = await other?.newPage();
  if (!colleagues) throw new Error("a second browser");
  await signIn(colleagues, "owner@savanna.test", `/chat/inbox/details?chat=${second.chat}`);
  await colleagues.getByRole("button", { name: "High", exact: true }).click();
  await expect(row(page, second.name)).toContainText("High");
  await other?.close();
  for (const who of made) await customerEnds(channel, who);
});

test("with script: a reply with a gap to fill in says so where it is written, also when a key sends it", async ({
  page,
}) => {
  const { made } = await customers(1);
  const [first] = made;
  if (!first) throw new Error("a customer writes");
  await signIn(page, "supervisor@savanna.test", `/chat/inbox?chat=${first.chat}`);
  const reply = page.getByLabel("Your reply");
  const reason = page.getByText("Fill in {{order}} first.", { exact: true }).and(page.locator("p"));
  await reply.fill("It is {{order}}.");
  await expect(reason).toBeVisible();
  await reply.press("Control+Enter");
  await expect(reply).toHaveValue("It is {{order}}.");
  await reply.fill("It is 48377.");
  await expect(reason).toHaveCount(0);
  await reply.press("Control+Enter");
  await expect(page.getByText("It is 48377.", { exact: true }).first()).toBeVisible();
});

test("without script: what the inbox is narrowed by is saved under a name, used again, shared by who may, and deleted", async ({
  browser,
}) => {
  const { mark, made } = await customers(1);
  const [first] = made;
  if (!first) throw new Error("one customer writes");
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const menu = page.locator("summary[aria-label='Filter the conversations']");
  await signIn(page, "supervisor@savanna.test", `/chat/inbox?view=waiting&q=${mark}&chat=${first.chat}`);
  await menu.click();
  await page
    .getByRole("link", { name: "Save this view" })
    .or(page.getByRole("link", { name: "Save or delete" }))
    .click();
  await page.getByLabel("Save these filters as").fill(`Line ${mark}`);
  await page.getByLabel("Share with everyone").check();
  await page.getByRole("button", { name: "Save the view" }).click();
  await expect(page.getByText(`The view Line ${mark} is saved.`)).toBeVisible();
  await expect(page).toHaveURL(/chat=/);

  // A colleague, who may not share views, has it too and can't delete it.
  const agent = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(agent, "agent@savanna.test", "/chat/inbox");
  await agent.locator("summary[aria-label='Filter the conversations']").click();
  await agent.getByRole("link", { name: `Line ${mark}` }).click();
  await expect(agent.locator("[data-row]")).toHaveCount(1);
  await expect(agent.locator("[data-row]").first()).toContainText(first.name);
  await expect(agent).not.toHaveURL(/chat=/);
  await agent.goto("/chat/inbox?drawer=views");
  await expect(agent.getByLabel("Save these filters as")).toBeVisible();
  await expect(agent.getByLabel("Share with everyone")).toHaveCount(0);
  await expect(agent.getByRole("button", { name: `Delete the view Line ${mark}` })).toHaveCount(0);
  await agent.context().close();

  await page.goto("/chat/inbox?drawer=views");
  await page.getByRole("button", { name: `Delete the view Line ${mark}` }).click();
  await expect(page.getByText(`Line ${mark}`, { exact: false }).first()).toBeVisible();
  await menu.click();
  await expect(page.getByRole("link", { name: `Line ${mark}` })).toHaveCount(0);
  await page.context().close();
});
