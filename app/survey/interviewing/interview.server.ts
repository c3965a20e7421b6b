import { id as recordId } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import { expectStatus } from "../../shell/page.server";

const missing = "There is no such interview.";

/** The interview that an address names. @throws a 404 where it names none */
export function interviewId(params: { id?: string | undefined }): number {
  const { success, data } = recordId.safeParse(params.id);
  if (!success) throw new Response(missing, { status: 404 });
  return data;
}

/** The interview of an address, at a question that was answered where one is named. @throws a 404 for that of another survey */
export async function fetchInterview(api: ServiceClients, params: { uuid: string; id: string }, question?: number) {
  const answer = await api.survey.interview({ params: { id: interviewId(params) }, query: { question } });
  const interview = expectStatus(answer, 200);
  if (interview.uuid !== params.uuid) throw new Response(missing, { status: 404 });
  return interview;
}
