import { expect, test } from "vitest";
import { z } from "zod";
import { ChannelResults } from "../../app/survey/results/channel-results";
import { QuestionResults } from "../../app/survey/results/question-results";
import { ResultFilters } from "../../app/survey/results/result-filters";
import { responseCalls, type SurveyStatistics } from "../../services/survey/contract.responses";
import { render } from "../kit-ui/render";

const Query = z.object(responseCalls.statistics.query.shape);
const uuid = "5a1e0d00-0000-4000-8000-000000000001";
const filters = (languages: ("en" | "sw")[], runs: SurveyStatistics["runs"], query: object = {}) =>
  render(<ResultFilters survey={{ uuid, languages }} runs={runs} query={Query.parse(query)} />);
const chosen = (html: string) => [...html.matchAll(/<option value="([^"]*)" selected/g)].map(([, value]) => value);

test("the filters of the results have what the address says, and keep what came with a link", async () => {
  const runs = [{ id: 7, name: "December" }];
  const query = { state: "all", disposition: "breakoff", last_channel: "sms", language: "sw", run: "7", choice: "12" };
  const html = await filters(["en", "sw"], runs, query);
  expect(chosen(html)).toEqual(["all", "breakoff", "", "sms", "sw", "7"]);
  expect(html).toContain('<input type="hidden" name="choice" value="12"/>');
  expect(html).toContain("Clear all");
});

test("no language is offered where there is one, and no run where there is none; an older run stays chosen", async () => {
  const plain = await filters(["en"], []);
  expect(plain).not.toMatch(/name="(?:language|run)"/);
  expect(plain).not.toContain("Clear all");
  const older = await filters(["en"], [{ id: 7, name: "December" }], { run: "3" });
  expect(older).toContain("Run 3");
  expect(chosen(older)).toContain("3");
});

test("an odd filter in an address filters nothing", () => {
  const odd = { disposition: "gone", last_channel: "pigeon", language: "xx", run: "-1" };
  expect(Query.parse(odd)).toEqual({ state: "completed" });
});

test("channels are shown beside each other with their responses, unless there is one", async () => {
  const web = { channel: "web", last_channel: "web", sessions: 5, completed: 2 } as const;
  const moved = { channel: "sms", last_channel: "whatsapp", sessions: 1_200, completed: 700 } as const;
  const html = await render(<ChannelResults uuid={uuid} channels={[moved, web]} filters={{ language: "sw" }} />);
  expect(html).toContain("SMS, then WhatsApp");
  expect(html).toContain("700 of 1,200 completed");
  expect(html.replaceAll("&amp;", "&")).toContain(
    `/survey/${uuid}/responses?language=sw&state=all&channel=sms&last_channel=whatsapp`,
  );
  expect(await render(<ChannelResults uuid={uuid} channels={[web]} filters={{}} />)).not.toContain("Channels");
});

test("each share of a question leads to the responses that it counts", async () => {
  const choice = (id: number) => ({ id, rank: id, text: { en: `Row ${id}` }, aliases: [], role: "" as never });
  const figures = (type: string, more: object) =>
    ({
      question: { id: 12, type, text: { en: "How was it?" }, options: [choice(3)] },
      ...{ answered: 4, skipped: 0, refused: 0, unknown: 0, shares: [], mean: null, nps: null, texts: [], stopped: 0 },
      ...{ unmatched: [], ...more },
    }) as never;
  const links = async (type: string, more: object) => {
    const graph = { languages: ["en"], questions: [] } as never;
    const shown = figures(type, more);
    const html = await render(
      <QuestionResults uuid={uuid} place={1} figures={shown} counted={4} graph={graph} filters={{ language: "sw" }} />,
    );
    return [...html.replaceAll("&amp;", "&").matchAll(/responses\?([^"]*)"/g)]
      .map(([, query]) => decodeURIComponent(query ?? ""))
      .filter((query) => query !== "language=sw&answers=12:answered");
  };
  const share = (label: string, of: number | null = null) => ({ label, choice: of, count: 1 });
  expect(await links("single", { shares: [share("Good", 3)] })).toEqual(["language=sw&choice=3"]);
  expect(await links("rating", { shares: [share("4")] })).toEqual(["language=sw&answers=12:4..5"]);
  expect(await links("yes_no", { shares: [share("Yes"), share("No")] })).toEqual([
    "language=sw&answers=12:yes",
    "language=sw&answers=12:no",
  ]);
  const rows = [{ label: "Driver", row: 5, answered: 1, shares: [share("Good", 3)] }];
  expect(await links("matrix", { rows })).toEqual(["language=sw&answers=12.5:3"]);
  const ranks = [{ label: "Price", choice: 3, ranked: 2, mean: 1.5, first: 1 }];
  expect(await links("rank", { ranks })).toEqual(["language=sw&answers=12:3@1", "language=sw&answers=12:3@"]);
  expect(await links("text", { answered: 1, skipped: 2, refused: 1, unknown: 1 })).toEqual([
    ...["language=sw&answers=12:skipped", "language=sw&answers=12:refused", "language=sw&answers=12:unknown"],
    "language=sw&answers=12:none",
  ]);
});
