import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { settled } from "./audit";
import { signIn, unfold } from "./people";

const chosen = "a quiet river at dusk 47";

type Guest = { name: string; email: string; role: string };

/** The owner's part: the drawer, its form, and the notice that says it went out. */
async function invite(page: Page, guest: Guest): Promise<void> {
  await page.goto("/settings/users");
  await page.getByRole("link", { name: "Invite a person" }).click();
  await page.getByLabel("Name", { exact: true }).fill(guest.name);
  await page.getByLabel("Email address").fill(guest.email);
  await page.getByRole("combobox", { name: "Role" }).selectOption({ label: guest.role });
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText(`An invitation is on its way to ${guest.email}.`)).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(guest.name) })).toContainText("Invited");
}

/** The link in the newest mail to an address, as the sandbox's mailbox shows it. */
async function linkFor(request: APIRequestContext, email: string): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        const list = await (await request.get(`/sandbox/mail?to=${encodeURIComponent(email)}`)).text();
        const mail = /href="(\/sandbox\/mail\/[^"]+)"/.exec(list)?.[1];
        if (!mail) return "";
        const text = await (await request.get(mail)).text();
        link = /\/auth\/password\/[\w-]+/.exec(text)?.[0] ?? "";
        return link;
      },
      { timeout: 90_000 },
    )
    .not.toBe("");
  return link;
}

/** The invited person's part, in a browser of their own. */
async function accept(browser: Browser, request: APIRequestContext, guest: Guest, javaScriptEnabled: boolean) {
  const link = await linkFor(request, guest.email);
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('input[name="password"]').fill(chosen);
  await page.locator('input[name="confirm"]').fill(chosen);
  await page.locator('input[name="confirm"]').press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  return { context, page };
}

/** What each of three roles opens and what it does not: in the menu, by a typed URL, and by a call. */
const roles = [
  {
    role: "Agent",
    menu: ["SMS"],
    not: ["Contacts", "Settings"],
    open: "/sms/send",
    shut: { path: "/contacts/contact-group", loader: "contacts/contact-group" },
    call: ["GET", "/api/messaging/blasts"],
    refused: ["POST", "/api/messaging/contact-groups"],
  },
  {
    role: "Sales",
    // The sender views are open to all (R098): of SMS nothing else is.
    menu: ["Contacts", "SMS"],
    not: ["Bulk", "Single", "History", "Settings"],
    open: "/contacts/contact-group",
    shut: { path: "/sms/history", loader: "sms/history" },
    call: ["POST", "/api/messaging/contact-groups/list/"],
    refused: ["GET", "/api/messaging/blasts"],
  },
  {
    role: "Night desk",
    menu: ["SMS", "Settings"],
    not: ["Contacts"],
    open: "/settings/users",
    shut: { path: "/sms/bulk", loader: "sms/bulk" },
    call: ["GET", "/api/identity/account-members/own/all/"],
    refused: ["POST", "/api/identity/members"],
  },
] as const;

async function token(request: APIRequestContext, username: string): Promise<string> {
  const form = { username, password: chosen, grant_type: "password", client_id: "jibu-web", scope: "*" };
  const answer = await request.post("/api/identity/login/token", { form });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function seesTheirs(page: Page, context: BrowserContext, what: (typeof roles)[number]): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const label of what.menu) await expect(menu.getByText(label, { exact: true }).first()).toBeVisible();
  for (const label of what.not) await expect(menu.getByText(label, { exact: true })).toHaveCount(0);
  await page.goto(what.open);
  expect(new URL(page.url()).pathname).toBe(what.open);
  await page.goto(what.shut.path);
  await expect(page).toHaveURL(/\/notAllowed/);
  const alone = `${what.shut.path}.data?_routes=${encodeURIComponent(what.shut.loader)}`;
  const answer = await context.request.get(alone, { maxRedirects: 0 });
  expect(await answer.text()).toMatch(/notAllowed|^$/);
}

async function callsTheirs(request: APIRequestContext, email: string, what: (typeof roles)[number]): Promise<void> {
  const headers = { authorization: `Bearer ${await token(request, email)}` };
  const ask = async ([method, path]: readonly [string, string]) =>
    (await request.fetch(path, { method, headers, data: method === "GET" ? undefined : {} })).status();
  expect(await ask(what.call)).toBe(200);
  expect(await ask(what.refused)).toBe(403);
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test.setTimeout(240_000);

    test("an owner makes a role, invites three people, and each sees exactly what the role allows", async ({
      page,
      browser,
      request,
    }) => {
      await signIn(page, "owner@savanna.test", "/settings/groups/new_role");
      const suffix = javaScriptEnabled ? "with" : "without";
      const own = `Night desk ${suffix}`;
      await page.getByRole("textbox", { name: "Name" }).fill(own);
      await unfold(page, "View bulk message");
      await page.getByRole("checkbox", { name: "View bulk message" }).check();
      const people = page.getByRole("group", { name: "People and settings" });
      await unfold(page, "Manage settings");
      await people.getByRole("button", { name: /Select all/ }).click();
      await expect(page.getByRole("checkbox", { name: "Manage settings" })).toBeChecked();
      await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(own);
      for (const name of ["Create user", "Edit user", "Remove user", "Create child account", "Manage settings"])
        await people.getByRole("checkbox", { name }).uncheck();
      await page.getByRole("button", { name: "Create role" }).click();
      await expect(page.getByText(`The role ${own} was created.`)).toBeVisible();

      const guests = roles.map((what, at) => ({
        ...what,
        guest: {
          name: `Guest ${["One", "Two", "Three"][at]} ${suffix}`,
          email: `guest${at}.${suffix}@savanna.test`,
          role: what.role === "Night desk" ? own : what.role,
        },
      }));
      for (const { guest } of guests) await invite(page, guest);
      const inside = [];
      for (const what of guests) {
        const their = await accept(browser, request, what.guest, javaScriptEnabled);
        await seesTheirs(their.page, their.context, what);
        await callsTheirs(request, what.guest.email, what);
        inside.push(their);
      }

      const [agent, sales] = inside;
      if (!agent || !sales) throw new Error("no one came");
      await page.goto("/settings/users");
      await page.getByRole("link", { name: guests[0]?.guest.name ?? "" }).click();
      await page.waitForURL(/\/settings\/users\/\d+/);
      await page.getByRole("link", { name: "Permissions" }).click();
      await unfold(page, "Create contacts");
      await page.getByRole("checkbox", { name: "Create contacts" }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(/The permissions of Guest One .* were saved/)).toBeVisible();
      await agent.page.goto("/contacts/contact-group");
      await expect(agent.page.getByRole("heading", { name: "Contact groups" })).toBeVisible();

      await page.goto("/settings/users?q=Guest+Two");
      await page.getByRole("link", { name: guests[1]?.guest.name ?? "" }).click();
      await page.waitForURL(/\/settings\/users\/\d+/);
      await page.getByRole("link", { name: "Remove" }).click();
      await page.getByRole("button", { name: /^Remove Guest Two/ }).click();
      await expect(page.getByText(/Guest Two .* was removed/)).toBeVisible();
      await sales.page.goto("/contacts/contact-group");
      await expect(sales.page).toHaveURL(/\/login/);
      for (const { context } of inside) await context.close();
    });

    test("an invitation says who is signed in already, and its used link leads to where one signs in", async ({
      page,
      browser,
      request,
    }) => {
      await signIn(page, "owner@savanna.test", "/settings/users");
      const suffix = javaScriptEnabled ? "with" : "without";
      const guest = { name: `Late Guest ${suffix}`, email: `late.${suffix}@savanna.test`, role: "Agent" };
      await invite(page, guest);
      const link = await linkFor(request, guest.email);
      await page.goto(link);
      await expect(page.getByText("You are signed in as owner@savanna.test.")).toBeVisible();
      const { context, page: theirs } = await accept(browser, request, guest, javaScriptEnabled);
      await theirs.goto(link);
      await expect(theirs.getByText(`You are signed in as ${guest.email}.`)).toBeVisible();
      await context.clearCookies();
      await theirs.goto(link);
      await expect(theirs.getByText("ask the person who invited you to send a new invitation")).toBeVisible();
      await theirs.getByRole("link", { name: "sign in" }).click();
      await expect(theirs.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await context.close();
    });

    test("a refused form says why at its field and keeps what was typed", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/settings/users/new");
      await page.getByLabel("Name", { exact: true }).fill("Amina Noor");
      await page.getByLabel("Email address").fill("agent@savanna.test");
      await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "Agent" });
      await page.getByRole("button", { name: "Send the invitation" }).click();
      const taken = /is in this account with this address already/;
      await expect(page.locator(".err").getByText(taken)).toBeVisible();
      await expect(page.getByRole("alert").getByRole("link", { name: taken })).toHaveAttribute("href", "#invite-email");
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Amina Noor");
      await expect(page.getByLabel("Email address")).toHaveValue("agent@savanna.test");
      await page.goto("/settings/groups/new_role");
      await page.getByRole("textbox", { name: "Name" }).fill("Supervisor");
      await unfold(page, "View tickets");
      await page.getByRole("checkbox", { name: "View tickets" }).check();
      await page.getByRole("button", { name: "Create role" }).click();
      const named = "There is a role named Supervisor already.";
      await expect(page.locator(".err").getByText(named)).toBeVisible();
      await expect(page.getByRole("alert").getByRole("link", { name: named })).toHaveAttribute("href", "#role-name");
      await expect(page.getByRole("checkbox", { name: "View tickets" })).toBeChecked();
    });

    test("a new role starts from another one's permissions, folded where there are none", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/settings/groups/new_role");
      await expect(page.getByRole("checkbox", { name: "View chat inbox" })).toBeHidden();
      await page.getByRole("combobox", { name: "Start from a role" }).selectOption({ label: "Agent" });
      await page.getByRole("button", { name: "Copy its permissions" }).click();
      await expect(page.getByRole("checkbox", { name: "View chat inbox" })).toBeChecked();
      const chat = page.locator("details").filter({ has: page.getByRole("checkbox", { name: "View chat inbox" }) });
      await expect(chat.locator("summary")).toContainText(/[1-9]\d* of \d+ selected/);
      await page.getByRole("textbox", { name: "Name" }).fill(`Like an agent ${javaScriptEnabled}`);
      await page.getByRole("button", { name: "Create role" }).click();
      await expect(page.getByText(`The role Like an agent ${javaScriptEnabled} was created.`)).toBeVisible();
    });

    test("who may only look sees why nothing can be changed", async ({ page }) => {
      await signIn(page, "supervisor@savanna.test", "/settings/users");
      await expect(page.getByText("You need the permission Create user.").first()).toBeVisible();
      await page.getByRole("link", { name: "Kevin Kiptoo" }).click();
      await expect(page.getByText("You need the permission Edit user.").first()).toBeVisible();
      await page.goto("/settings/users/1/details");
      await expect(page.getByText(/Can't be removed/)).toBeVisible();
    });

    test("a product switched off for one person is gone for them and no one else", async ({ page, browser }) => {
      await signIn(page, "owner@savanna.test", "/settings/users?q=sales@savanna.test");
      await page.getByRole("link", { name: "Mercy Nduku" }).click();
      await page.getByRole("link", { name: "Modules" }).click();
      await page.getByRole("checkbox", { name: "SMS", exact: true }).uncheck();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The modules were saved.")).toBeVisible();
      const theirs = await browser.newContext({ javaScriptEnabled });
      const other = await theirs.newPage();
      await signIn(other, "sales@savanna.test", "/sms/history");
      await expect(other).toHaveURL(/\/notAllowed/);
      await expect(other.getByText(/^History in SMS needs the product/)).toBeVisible();
      await theirs.close();
      await page.getByRole("checkbox", { name: "SMS", exact: true }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("checkbox", { name: "SMS", exact: true })).toBeChecked();
    });
  });

for (const path of ["/settings/groups/new_role", "/settings/groups/role_permissions"])
  test(`a name that a role has already is refused where the eyes go, at ${path}`, async ({ page }) => {
    await signIn(page, "owner@savanna.test", "/settings/groups/new_role");
    await settled(page);
    if (path.endsWith("role_permissions")) {
      await page.getByRole("textbox", { name: "Name" }).fill("Day desk");
      await page.getByRole("button", { name: "Create role" }).click();
      await page.getByRole("link", { name: "Day desk" }).first().click();
    }
    const form = path.endsWith("role_permissions") ? page.getByRole("dialog") : page.getByRole("main");
    await form.getByRole("textbox", { name: "Name" }).fill("agent");
    await form.getByRole("button", { name: /^(Create role|Save)$/ }).click();
    const summary = form.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toBeFocused();
    await summary.getByRole("link", { name: "There is a role named agent already." }).click();
    await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
    // The way to the field is no navigation: what was typed and what is wrong with it are still there.
    await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("agent");
    await expect(summary).toBeVisible();
  });

test("changes that are not saved are not lost by a link without a word", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/settings/users/permissions?person=4");
  await settled(page);
  await unfold(page, "Set whatsapp bot");
  await page.getByRole("checkbox", { name: "Set whatsapp bot" }).check();
  await page.getByRole("link", { name: "User management" }).first().click();
  await expect(page.getByRole("alertdialog")).toContainText("not saved");
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByRole("checkbox", { name: "Set whatsapp bot" })).toBeChecked();
  await page.getByRole("link", { name: "User management" }).first().click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/settings\/users$/);
});
