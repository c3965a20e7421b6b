import { describe, expect, test } from "vitest";
import type { Viewer } from "../../app/access";
import { loadContactBase } from "../../app/kit/survey-runs/contact-base.server";

const run = {
  id: 7,
  uuid: "5a1e0d00-0000-4000-8000-000000000001",
  status: "pending",
  channel_id: "sms",
  join_again: true,
};
const listed = async () => ({ status: 200, body: { data: [], languages: ["en"] } });
const viewer = (...permissions: string[]) =>
  ({
    ...{ roles: [], products: [{ name: "Surveys" }, { name: "SMS" }] },
    permissions: permissions.map((name) => ({ name })),
  }) as unknown as Viewer;
const researcher = viewer("Create Surveys", "Create contacts");

function load(search: string, who = researcher, status = "pending") {
  const api = {
    survey: {
      ...{ surveySenders: listed, survey: listed, runCalendars: listed },
      instance: async () => ({ status: 200, body: { ...run, status } }),
    },
    messaging: { allGroups: listed },
    whatsapp: { numbers: async () => ({ status: 403, body: { status: 403, message: "" } }) },
  };
  const url = new URL(`http://jibu.test/survey/configure/7/contact-base${search}`);
  return loadContactBase({ api: api as never, params: { id: "7" }, url, viewer: who });
}

describe("the upload of a contact base", () => {
  test("is for who may import contacts, before the start", async () => {
    expect(await load("")).toMatchObject({ mayUpload: true, upload: null });
    expect(await load("?contacts=file")).toMatchObject({ mayUpload: true, upload: "file" });
    expect(await load("?contacts=paste")).toMatchObject({ upload: "paste" });
    expect(await load("?contacts=other")).toMatchObject({ upload: null });
    expect(await load("?contacts=file", viewer("Create Surveys"))).toMatchObject({ mayUpload: false, upload: null });
    expect(await load("?contacts=file", researcher, "running")).toMatchObject({ mayUpload: false, upload: null });
  });

  test("leads back to the channel and the fields as they were, with the group", async () => {
    const back = await load("?channel_id=whatsapp&name=May&group_id=9&days=1&days=2");
    expect(back.channel).toBe("whatsapp");
    expect(back.typed?.reply?.initialValue).toMatchObject({ name: ["May"], group_id: ["9"], days: ["1", "2"] });
    // Another channel that is chosen now comes before the one that was filled in.
    expect((await load("?channel_id=whatsapp&channel=sms")).channel).toBe("sms");
  });

  test("a group alone is chosen in the form as it is stored", async () => {
    const { typed } = await load("?group_id=9");
    const initialValue = { group_id: "9", join_again: "1" };
    expect(typed?.reply).toEqual({ initialValue, fields: ["group_id", "join_again"] });
    expect((await load("")).typed).toBeUndefined();
  });
});
