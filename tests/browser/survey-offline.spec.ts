import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { password } from "./people";

type Session = { id: number; disposition: string; answers: Record<string, string> };
type Call = (method: "get" | "post" | "put", path: string, data?: object) => Promise<unknown>;

/** Calls of the survey service as the owner of the demo. */
async function openCalls(request: APIRequestContext): Promise<Call> {
  const form = { username: "owner@savanna.test", password, grant_type: "password", client_id: "jibu-web", scope: "*" };
  const { access_token } = await (await request.post("/api/identity/login/token", { form })).json();
  const headers = { authorization: `Bearer ${access_token}` };
  return async (method, path, data = {}) => {
    const answer = await request[method](`/api/survey${path}`, { headers, ...(method !== "get" && { data }) });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return answer.json();
  };
}

/** A published survey with a question in words and one for a number. */
async function publish(request: APIRequestContext, language: "en" | "sw", interaction_mode: "conversation" | "page") {
  const call = await openCalls(request);
  const { uuid } = (await call("post", "/surveys", {
    title: `Market day ${test.info().testId}`,
    languages: [language],
  })) as { uuid: string };
  await call("post", "/questions", { survey: uuid, type: "text", text: "What did you sell?" });
  await call("post", "/questions", { survey: uuid, type: "number", text: "How many bags?" });
  await call("put", `/surveys/${uuid}/web-page`, { interaction_mode });
  const { link } = (await call("post", `/surveys/${uuid}/publish`)) as { link: string };
  const list = async () => {
    const { data } = (await call("post", "/responses?state=all", { survey: uuid })) as { data: Session[] };
    return data;
  };
  return {
    link: `/respond/${link}`,
    list,
    /** What was answered, response by response, the first one first. */
    answers: async () => (await list()).reverse().map(({ answers }) => Object.values(answers)),
    close: () => call("post", `/surveys/${uuid}/close`),
    turns: async (id: number) => {
      const { turns } = (await call("get", `/surveys/${uuid}/responses/${id}`)) as { turns: { incoming: boolean }[] };
      return turns.filter(({ incoming }) => incoming).length;
    },
  };
}

const kept = (page: Page) => page.getByRole("status");
const fill = async (page: Page, sold: string, bags: string) => {
  await page.getByLabel("What did you sell?").fill(sold);
  await page.getByLabel("How many bags?").fill(bags);
};
const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true });
const begin = async (page: Page, link: string) => {
  await page.goto(link);
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(next(page)).toBeVisible();
};
/** Lets the server have what is posted, and loses its answer with the network. */
async function loseAnswer(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname.startsWith("/respond/"),
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch({ maxRedirects: 0 });
      await context.setOffline(true);
      return route.abort("connectionreset");
    },
    { times: 1 },
  );
}

test("an answer without a network is kept, said so in the survey's language, and sent once", async ({
  page,
  context,
  request,
}) => {
  const survey = await publish(request, "sw", "conversation");
  await page.goto(survey.link);
  await page.getByRole("button", { name: "Anza" }).click();
  await page.getByLabel("What did you sell?").fill("Mahindi");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Endelea" }).click();
  await expect(kept(page)).toContainText("Hakuna mtandao. Majibu yako ya ukurasa huu yamehifadhiwa");
  await expect(kept(page)).toBeFocused();
  await expect(page.getByLabel("What did you sell?")).toBeHidden();
  expect(await auditFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Tuma sasa" }).click();
  await expect(kept(page)).toContainText("Hayakuweza kutumwa sasa.");
  expect(await survey.answers()).toEqual([[]]);
  await context.setOffline(false);
  await expect(page.getByLabel("How many bags?")).toBeVisible();
  expect(await survey.answers()).toEqual([["Mahindi"]]);
  // With a network it is as without this program.
  await page.getByLabel("How many bags?").fill("12");
  await page.getByRole("button", { name: "Endelea" }).click();
  await expect(page.getByText("Asante. Majibu yako yamehifadhiwa.")).toBeVisible();
  await expect(kept(page)).toBeHidden();
  expect(await survey.answers()).toEqual([["Mahindi", "12"]]);
});

test("answers are sent when the link is opened again, and a lost answer of the server sends nothing twice", async ({
  page,
  context,
  request,
}) => {
  const survey = await publish(request, "en", "page");
  await begin(page, survey.link);
  await fill(page, "Beans", "4");
  await loseAnswer(context);
  await next(page).click();
  await expect(kept(page)).toContainText("There is no connection.");
  const [reached] = await survey.list();
  expect(reached?.disposition).toBe("completed");
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(survey.link);
  await expect(again.getByText("Thank you. Your answers have been saved.")).toBeVisible();
  await expect
    .poll(() => again.evaluate(() => Object.keys(localStorage).filter((key) => / kept /.test(key))))
    .toEqual([]);
  expect(await survey.answers()).toEqual([["Beans", "4"]]);
  expect(await survey.turns(reached?.id ?? 0)).toBe(2);
});

test("an answer that the server does not understand is shown with its error, at once and later", async ({
  page,
  context,
  request,
}) => {
  const survey = await publish(request, "en", "page");
  await begin(page, survey.link);
  await fill(page, "Beans", "many");
  await next(page).click();
  await expect(page.getByText("Please reply with a number.")).toBeVisible();
  await expect(page.getByLabel("How many bags?")).toHaveValue("many");
  await page.getByLabel("How many bags?").fill("a lot");
  await context.setOffline(true);
  await next(page).click();
  await expect(kept(page)).toContainText("There is no connection.");
  await context.setOffline(false);
  await expect(page.getByText("Please reply with a number.")).toBeVisible();
  await expect(page.getByLabel("How many bags?")).toHaveValue("a lot");
  await page.getByLabel("How many bags?").fill("7");
  await next(page).click();
  await expect(page.getByText("Thank you. Your answers have been saved.")).toBeVisible();
  expect(await survey.answers()).toEqual([["Beans", "7"]]);
});

test("what can't be sent because the survey has closed is deleted, and said so", async ({ page, context, request }) => {
  const survey = await publish(request, "en", "page");
  await begin(page, survey.link);
  await fill(page, "Beans", "4");
  await context.setOffline(true);
  await next(page).click();
  await expect(kept(page)).toContainText("There is no connection.");
  await survey.close();
  await context.setOffline(false);
  await expect(page.getByText("This survey takes no more answers.")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => / kept /.test(key)))).toEqual([]);
});

test("a shared tablet keeps the responses of two people apart until there is a network", async ({
  page,
  context,
  request,
}) => {
  const survey = await publish(request, "en", "page");
  await begin(page, `${survey.link}?kiosk=1`);
  await context.setOffline(true);
  await fill(page, "Amina sold honey", "1");
  await next(page).click();
  await expect(kept(page)).toContainText("Responses kept on this device: 1");
  expect(await page.locator("main").innerHTML()).not.toContain("honey");
  await page.getByRole("button", { name: "Next person" }).click();
  await expect(page.getByLabel("What did you sell?")).toHaveValue("");
  await expect(page.getByLabel("How many bags?")).toHaveValue("");
  await fill(page, "Baraka sold rice", "2");
  await next(page).click();
  await expect(kept(page)).toContainText("Responses kept on this device: 2");
  // Without the network the start is not asked for: it would be a page of errors.
  await expect(page.getByLabel("What did you sell?")).toHaveValue("", { timeout: 90_000 });
  await context.setOffline(false);
  await expect(kept(page)).toBeHidden();
  expect((await survey.answers()).sort()).toEqual([
    ["Amina sold honey", "1"],
    ["Baraka sold rice", "2"],
  ]);
  expect((await survey.list()).map(({ disposition }) => disposition)).toEqual(["completed", "completed"]);
  await page.getByRole("link", { name: "Start over" }).click();
  await expect(page.getByRole("button", { name: "Begin" })).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("Back on a shared tablet shows nothing of someone who has left", async ({ page, request }) => {
      const survey = await publish(request, "en", "conversation");
      await begin(page, `${survey.link}?kiosk=1`);
      await page.getByLabel("What did you sell?").fill("Honey");
      await next(page).click();
      await page.getByRole("link", { name: "Back" }).click();
      await expect(page.getByLabel("What did you sell?")).toHaveValue("Honey");
      await page.getByRole("link", { name: "Start over" }).click();
      await expect(page.getByRole("button", { name: "Begin" })).toBeVisible();
      for (let back = 0; back < 2; back++) {
        await page.goBack();
        await expect(page.getByRole("button", { name: "Begin" })).toBeVisible();
        await expect(page.getByLabel("What did you sell?")).toHaveCount(0);
      }
    });
  });
