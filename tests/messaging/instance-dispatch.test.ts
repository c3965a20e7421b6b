import { expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { instanceCalls } from "../../services/messaging/contract.instances";
import { instanceHandlers } from "../../services/messaging/instances/handlers";
import { survey } from "../../services/survey/contract";
import { person, surroundings } from "../setup/people";

test("a documented GET starts no run of a survey: it names the call that does, to who may make it", async () => {
  const people = { owner: person({ products: ["Surveys"] }), clerk: person({ roles: [], permissions: [] }) };
  const served = serve(contract("messaging", instanceCalls), instanceHandlers(), surroundings(people));
  const call = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request("http://jibu.test/api/messaging/instance/7/dispatch", { headers });
    const answer = await served.fetch(request, { requestId: "test", address: "127.0.0.1" });
    return { status: answer.status, message: (await answer.json()).message };
  };
  expect(await call("owner")).toEqual({ status: 405, message: "Use POST /api/survey/instances/7/dispatch." });
  expect((await call("clerk")).status).toBe(403);
  expect(survey.calls.dispatchInstance).toMatchObject({ method: "POST", path: "/instances/{id}/dispatch" });
});
