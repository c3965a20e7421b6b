import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

type Day = { date: string; name: string; own: boolean; removed: boolean; to_confirm: boolean };
const days = async (id = "KE", year = 2026): Promise<Day[]> =>
  (await fixture.ask("holidays", { params: { id }, query: { year } })).body.data;

test("Kenya's holidays are known, those of the moon are to be confirmed, and an account edits its own list", async () => {
  const found = await days();
  expect(found.map(({ date }) => date)).toEqual(
    expect.arrayContaining(["2026-05-01", "2026-06-01", "2026-10-20", "2026-12-12"]),
  );
  expect(found.filter(({ to_confirm }) => to_confirm).map(({ name }) => name)).toHaveLength(2);
  await fixture.ask("saveHoliday", { body: { country: "KE", date: "2026-07-07", name: "Gazetted" } });
  await fixture.ask("saveHoliday", { body: { country: "KE", date: "2026-06-01", removed: true } });
  const edited = await days();
  expect(edited.find(({ date }) => date === "2026-07-07")).toMatchObject({ own: true, name: "Gazetted" });
  expect(edited.find(({ date }) => date === "2026-06-01")).toMatchObject({ removed: true });
  await fixture.ask("saveHoliday", { body: { country: "KE", date: "2026-06-01", forget: true } });
  expect((await days()).find(({ date }) => date === "2026-06-01")).toMatchObject({ removed: false });
});

test("a Sunday holiday is kept on Monday too, and a country that no one knows has none", async () => {
  expect((await days("KE", 2027)).map(({ date }) => date)).toContain("2027-10-11");
  expect(await days("ZZ")).toEqual([]);
  expect((await fixture.ask("countries")).body.data).toContainEqual({ id: "KE", name: "Kenya" });
});

test("hours refuse stretches that overlap, end at 00:00 or before they begin, and zones that do not exist", async () => {
  const save = (day: object[], time_zone = "Africa/Nairobi") =>
    fixture.ask("updateHours", {
      params: { account: "100001" },
      body: { time_zone, week: [day, [], [], [], [], [], []] },
    });
  const stretch = (from: string, to: string) => ({ from, to });
  expect((await save([stretch("08:00", "13:00"), stretch("12:00", "17:00")])).status).toBe(422);
  expect((await save([stretch("17:00", "08:00")])).status).toBe(422);
  expect((await save([stretch("08:00", "00:00")])).status).toBe(422);
  expect((await save([stretch("08:00", "17:00")], "Africa/Nowhere")).status).toBe(422);
  const saved = await save([stretch("00:00", "12:00"), stretch("12:00", "24:00")]);
  expect(saved).toMatchObject({ status: 201, body: { hours_a_week: 24 } });
});
